import { readTextOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect, EffectOf, WebEffect } from '../../base/record/evidence/effect.ts';
import { type HostTable, isAnyHost } from './hosts.ts';

export const isRequestTo = (
  effect: Effect,
  hosts: readonly string[],
  table: HostTable | undefined,
): effect is EffectOf<'requested'> => effect.kind === 'requested' && isAnyHost(effect.detail.host, hosts, table ?? {});

export const requestPath = ({ detail: { url } }: WebEffect): string =>
  /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';

const bodyFields = ({ detail: { fields = [] } }: WebEffect): { name: string; value: string }[] =>
  fields.filter((field) => field.in === 'body');

/** All visible text of a request with files. Empty without files. */
export const uploadedText = (effect: WebEffect): string =>
  uploads(effect).length === 0 ? '' : (readTextOf(effect) ?? '');

/** Form fields (`name=value`) and file names, one per line. */
export const bodyText = (effect: WebEffect): string =>
  [
    ...bodyFields(effect).map(({ name, value }) => `${name}=${value}`),
    ...(effect.detail.files ?? []).map((file) => file.name),
  ].join('\n');

/** Form fields (`name=value`), one per line. Line breaks in values become clause ends. */
export const bodyLines = (effect: WebEffect): string =>
  bodyFields(effect)
    .map(({ name, value }) => `${name}=${value.trim().replace(/([.!?;,:]?)\s*\n\s*/g, (_, end) => `${end || ';'} `)}`)
    .join('\n');

export const fieldValues = ({ detail: { fields = [] } }: WebEffect, name: string): string[] =>
  fields.filter((field) => field.name === name).map(({ value }) => value.trim());

/** Values of all fields, in the URL and the form. */
export const sentValues = ({ detail: { fields = [] } }: WebEffect): string[] => fields.map(({ value }) => value);

export const uploads = ({ detail: { files = [] } }: WebEffect): string[] => files.map(({ hash }) => hash);
