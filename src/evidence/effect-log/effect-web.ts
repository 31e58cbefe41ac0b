import type { Effect, EffectOf, WebEffect } from '../../base/record/evidence/effect.ts';
import { type HostTable, isAnyHost } from './hosts.ts';

/** Whether a request left an application for one of these hosts. */
export const isRequestTo = (
  effect: Effect,
  hosts: readonly string[],
  table: HostTable | undefined,
): effect is EffectOf<'requested'> => effect.kind === 'requested' && isAnyHost(effect.detail.host, hosts, table ?? {});

/** Path of a request's address, without query: `/ran`. */
export const requestPath = ({ detail: { url } }: WebEffect): string =>
  /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';

/** Fields that a request sent in its body. */
const bodyFields = ({ detail: { fields = [] } }: WebEffect): { name: string; value: string }[] =>
  fields.filter((field) => field.in === 'body');

/** Fields (`name=value`) and names of files that a request sent in its body, a line each. */
export const bodyText = (effect: WebEffect): string =>
  [
    ...bodyFields(effect).map(({ name, value }) => `${name}=${value}`),
    ...(effect.detail.files ?? []).map((file) => file.name),
  ].join('\n');

/** Fields (`name=value`) that a request sent in its body, each in one line: a line break in a value ends a sentence. */
export const bodyLines = (effect: WebEffect): string =>
  bodyFields(effect)
    .map(({ name, value }) => `${name}=${value.trim().replace(/([.!?;,:]?)\s*\n\s*/g, (_, end) => `${end || ';'} `)}`)
    .join('\n');

/** Values of a form's field in a request's address or body. */
export const fieldValues = ({ detail: { fields = [] } }: WebEffect, name: string): string[] =>
  fields.filter((field) => field.name === name).map(({ value }) => value.trim());

/** SHA-256 of the files that a request sent. */
export const uploads = ({ detail: { files = [] } }: WebEffect): string[] => files.map(({ hash }) => hash);
