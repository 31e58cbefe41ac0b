import type { Effect } from './effect.ts';
import { type HostTable, isAnyHost } from './hosts.ts';

/** True for a request that left an application for one of these hosts. */
export function isRequestTo(effect: Effect, hosts: readonly string[], table: HostTable | undefined): boolean {
  return (
    effect.source === 'web' && effect.kind === 'requested' && isAnyHost(effect.detail.host ?? '', hosts, table ?? {})
  );
}

/** Path of a request's address, without query: `/ran`. */
export function requestPath(effect: Effect): string {
  return /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(effect.detail.url ?? '')?.[1] ?? '';
}

/** Fields (`name=value`) and names of files that a request sent in its body, a line each. */
export function bodyText(effect: Effect): string {
  const { fields, files } = effect.detail as {
    fields?: { name: string; value: string; in: string }[];
    files?: { name: string }[];
  };
  return [
    ...(fields ?? []).filter((field) => field.in === 'body').map((field) => `${field.name}=${field.value}`),
    ...(files ?? []).map((file) => file.name),
  ].join('\n');
}

/** Fields (`name=value`) that a request sent in its body, each in one line: a line break in a value ends a sentence. */
export function bodyLines({ detail }: Pick<Effect, 'detail'>): string {
  return (detail.fields ?? [])
    .filter((field) => field.in === 'body')
    .map(({ name, value }) => `${name}=${value.trim().replace(/([.!?;,:]?)\s*\n\s*/g, (_, end) => `${end || ';'} `)}`)
    .join('\n');
}

/** Values of a form's field in a request's address or body. */
export const fieldValues = ({ detail }: Effect, name: string): string[] =>
  (detail.fields ?? []).filter((field) => field.name === name).map(({ value }) => value.trim());

/** SHA-256 of the files that a request sent. */
export function uploads(effect: Effect): string[] {
  return ((effect.detail.files as { hash?: string }[] | undefined) ?? []).flatMap(({ hash }) => hash ?? []);
}
