import { isFileEffect } from '../../base/record/evidence/common-facts.ts';
import type { Effect, EffectOf } from '../../base/record/evidence/effect.ts';
import { isWithin } from './home.ts';

export function removedPaths(effect: Effect): string[] {
  if (effect.kind === 'deleted' || effect.kind === 'moved') return pathsOf(effect);
  return effect.kind === 'modified' && isEmptied(effect) ? [effect.path] : [];
}

/** The path and all paths created, deleted or moved with it. */
export const pathsOf = ({ path, detail }: EffectOf<'created' | 'deleted' | 'moved'>): string[] => [
  path,
  ...(detail.contents ?? []),
];

/** The path after a move; null for other effects. */
export const movedTo = (effect: Effect, path: string): string | null =>
  effect.kind === 'moved' ? effect.detail.to + path.slice(effect.path.length) : null;

/** Includes the targets of a move. */
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

export const isTrashed = (effect: Effect): boolean => effect.kind === 'moved' && effect.detail.trashed === true;

export function isEmptied(effect: Effect): boolean {
  if (effect.kind !== 'modified') return false;
  const { before, after, type } = effect.detail;
  return type === 'file' && (before?.size ?? 0) > 0 && after?.size === 0;
}

/** Emptied, or overwritten with unreadable content. */
export const isDestroyed = (effect: Effect): boolean => isEmptied(effect) || spoiledOf(effect) !== undefined;

/** Why a file's content is unreadable; undefined if it is readable. */
export const spoiledOf = (effect: Effect): 'blank' | 'scrambled' | undefined =>
  isFileEffect(effect) && effect.kind !== 'deleted' && effect.kind !== 'metadata' ? effect.detail.spoiled : undefined;

export function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder));
}
