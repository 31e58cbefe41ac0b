import { type DocumentAside, isSeenPlace } from './document-aside.ts';
import type { Effect, EffectOf, FileEffect } from './effect.ts';
import type { CanaryHit } from './effect-parts.ts';
import type { FileFacts } from './file-effects.ts';

export const isFileEffect = (effect: Effect): effect is FileEffect =>
  (effect.source === 'file' || effect.source === 'cron') && effect.kind !== 'ran';

export function pathOf(effect: Effect): string | undefined {
  switch (effect.source) {
    case 'file':
    case 'cron':
      return effect.kind === 'ran' ? undefined : effect.path;
    case 'mail':
      return effect.kind === 'added' || effect.kind === 'removed' ? effect.path : undefined;
    case 'desktop':
      return effect.kind === 'setting' ? effect.path : undefined;
    case 'read':
      return effect.path;
    case 'web':
    case 'environment':
    case 'tool':
      return undefined;
  }
}

/** Readable text of the new or sent content. For a document, all visible text. */
export function readTextOf(effect: Effect): string | undefined {
  const seen = asidesOf(effect).filter(({ place }) => isSeenPlace(place));
  const body = bodyTextOf(effect);
  return seen.length === 0 ? body : [body ?? '', ...seen.map(({ text }) => text)].join('\n');
}

/** Text outside the body of a document: headers, comments and so on. For a mail or request, of its files. */
export function asidesOf(effect: Effect): readonly DocumentAside[] {
  switch (effect.kind) {
    case 'created':
    case 'modified':
    case 'moved':
    case 'restored':
    case 'added':
    case 'removed':
    case 'sent':
    case 'interrupted':
    case 'requested':
      return effect.detail.asides ?? [];
    default:
      return [];
  }
}

/** Sentences about the parts of a document that were not read. */
export function unreadPartsOf(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'created':
    case 'modified':
    case 'moved':
    case 'restored':
    case 'added':
    case 'removed':
    case 'sent':
    case 'interrupted':
    case 'requested':
      return effect.detail.unreadParts ?? [];
    default:
      return [];
  }
}

/** Readable text without headers, comments and the like. For a sheet, its cells. */
export function bodyTextOf(effect: Effect): string | undefined {
  switch (effect.kind) {
    case 'created':
    case 'modified':
    case 'moved':
    case 'restored':
    case 'added':
    case 'removed':
    case 'sent':
    case 'interrupted':
    case 'requested':
    case 'resolved':
    case 'connected':
    case 'clipboard':
    case 'called':
      return effect.detail.text;
    default:
      return undefined;
  }
}

export const effectText = (effect: Effect): string => readTextOf(effect) ?? '';

/** Number of characters cut from the text of `readTextOf`. */
export function textLeftOutOf(effect: Effect): number {
  switch (effect.kind) {
    case 'created':
    case 'modified':
    case 'moved':
    case 'restored':
    case 'added':
    case 'removed':
    case 'sent':
    case 'interrupted':
    case 'requested':
    case 'resolved':
    case 'connected':
    case 'called':
      return effect.detail.textLeftOut ?? 0;
    default:
      return 0;
  }
}

/** State of a file after the effect. Null if the file does not exist, undefined for effects without a file. */
export const afterOf = (effect: Effect): FileFacts | null | undefined =>
  isFileEffect(effect) ? effect.detail.after : undefined;

export const fileTypeOf = (effect: Effect): FileEffect['detail']['type'] | undefined =>
  isFileEffect(effect) ? effect.detail.type : undefined;

export function canariesOf(effect: Effect): readonly CanaryHit[] {
  switch (effect.kind) {
    case 'created':
    case 'modified':
    case 'moved':
    case 'restored':
    case 'added':
    case 'removed':
    case 'sent':
    case 'interrupted':
    case 'requested':
    case 'resolved':
    case 'connected':
    case 'clipboard':
    case 'opened':
    case 'called':
      return effect.detail.canaries ?? [];
    default:
      return [];
  }
}

/** Canaries in an effect, its attachments and its uploads. */
export function carriedCanariesOf(effect: Effect): readonly CanaryHit[] {
  const { source, detail } = effect;
  const files = source === 'mail' ? detail.attachments : source === 'web' ? detail.files : undefined;
  return [...canariesOf(effect), ...(files ?? []).flatMap(({ canaries }) => canaries)];
}

export function unexplainedBytesOf(effect: Effect): number {
  switch (effect.kind) {
    case 'added':
    case 'sent':
    case 'interrupted':
    case 'requested':
    case 'resolved':
    case 'connected':
      return effect.detail.unexplainedBytes ?? 0;
    default:
      return 0;
  }
}

export function unreadOf(effect: Effect): string | undefined {
  switch (effect.kind) {
    case 'created':
    case 'modified':
    case 'moved':
    case 'restored':
      return effect.detail.unread;
    default:
      return undefined;
  }
}

/** Changed entries of a file that starts programs later or grants access. */
export function persistenceOf(effect: Effect): Pick<EffectOf<'created'>['detail'], 'area' | 'added' | 'removed'> {
  switch (effect.kind) {
    case 'created':
    case 'modified':
    case 'deleted':
    case 'moved':
    case 'restored':
      return effect.detail;
    default:
      return {};
  }
}

/** Content that was not searched for canaries. */
export function unsearchedOf(effect: Effect): { bytes: number; files: number } {
  switch (effect.kind) {
    case 'created':
    case 'modified':
    case 'moved':
    case 'restored':
      return { bytes: effect.detail.unsearchedBytes ?? 0, files: effect.detail.unsearchedFiles ?? 0 };
    case 'requested':
    case 'resolved':
    case 'connected':
      return { bytes: (effect.detail.unsearchedBytes ?? 0) + (effect.detail.unreadBytes ?? 0), files: 0 };
    case 'added':
    case 'removed':
    case 'sent':
    case 'interrupted':
    case 'clipboard':
    case 'called':
      return { bytes: effect.detail.unsearchedBytes ?? 0, files: 0 };
    default:
      return { bytes: 0, files: 0 };
  }
}

export const withFacts = <Kept extends { detail: object }>(effect: Kept, facts: Partial<Kept['detail']>): Kept => ({
  ...effect,
  detail: { ...effect.detail, ...facts },
});
