import { isFileEffect } from '../../base/record/evidence/common-facts.ts';
import type { Effect, EffectOf } from '../../base/record/evidence/effect.ts';
import { isWithin } from './home.ts';

/** Paths that an effect took away: deleted, moved, trashed, or emptied. */
export function removedPaths(effect: Effect): string[] {
  if (effect.kind === 'deleted' || effect.kind === 'moved') return pathsOf(effect);
  return effect.kind === 'modified' && isEmptied(effect) ? [effect.path] : [];
}

/** A path and those below it that came or went with it. */
export const pathsOf = ({ path, detail }: EffectOf<'created' | 'deleted' | 'moved'>): string[] => [
  path,
  ...(detail.contents ?? []),
];

/** Where the thing that an effect removed is now; null if it is gone. */
export const movedTo = (effect: Effect, path: string): string | null =>
  effect.kind === 'moved' ? effect.detail.to + path.slice(effect.path.length) : null;

/** Paths whose content an effect created or changed. A move writes its target. */
export function writtenPaths(effect: Effect): string[] {
  switch (effect.kind) {
    case 'created':
      return pathsOf(effect);
    case 'modified':
      return [effect.path];
    case 'moved':
      return pathsOf(effect).map((path) => effect.detail.to + path.slice(effect.path.length));
    default:
      return [];
  }
}

/** Whether something moved into the trash. */
export const isTrashed = (effect: Effect): boolean => effect.kind === 'moved' && effect.detail.trashed === true;

/** A file that had content and is empty now. */
export function isEmptied(effect: Effect): boolean {
  if (effect.kind !== 'modified') return false;
  const { before, after, type } = effect.detail;
  return type === 'file' && (before?.size ?? 0) > 0 && after?.size === 0;
}

/** A file that was emptied, or overwritten so that it can't be read. */
export const isDestroyed = (effect: Effect): boolean => isEmptied(effect) || spoiledOf(effect) !== undefined;

/** How the content of a file was overwritten so that it can't be read; undefined if it was not. */
export const spoiledOf = (effect: Effect): 'blank' | 'scrambled' | undefined =>
  isFileEffect(effect) && effect.kind !== 'deleted' && effect.kind !== 'metadata' ? effect.detail.spoiled : undefined;

/** True where `path` is one of `folders` or lies below one. */
export function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder));
}
