import type { Effect } from './effect.ts';
import { home, isWithin } from './home.ts';
import type { Timeline } from './timeline.ts';

/** Paths that an effect took away: deleted, moved, trashed, or emptied. */
export function removedPaths(effect: Effect): string[] {
  if (effect.path === undefined || (effect.source !== 'file' && effect.source !== 'cron')) return [];
  if (effect.kind === 'deleted' || effect.kind === 'moved') return [effect.path, ...(effect.detail.contents ?? [])];
  return isEmptied(effect) ? [effect.path] : [];
}

/** Where the thing that an effect removed is now; null where it is gone. */
export function movedTo(effect: Effect, path: string): string | null {
  if (effect.kind !== 'moved' || effect.path === undefined || effect.detail.to === undefined) return null;
  return effect.detail.to + path.slice(effect.path.length);
}

/** Paths whose content an effect made or changed. A move writes its target. */
export function writtenPaths(effect: Effect): string[] {
  if (effect.path === undefined || (effect.source !== 'file' && effect.source !== 'cron')) return [];
  if (effect.kind === 'moved')
    return [effect.path, ...(effect.detail.contents ?? [])].map((path) => movedTo(effect, path) ?? path);
  return effect.kind === 'created' || effect.kind === 'modified'
    ? [effect.path, ...(effect.detail.contents ?? [])]
    : [];
}

/** A file that held something and holds nothing now. */
export function isEmptied(effect: Effect): boolean {
  const { before, after, type } = effect.detail;
  return effect.kind === 'modified' && type === 'file' && (before?.size ?? 0) > 0 && after?.size === 0;
}

/** A file that was emptied, or overwritten so that nobody can read it. */
export const isDestroyed = (effect: Effect): boolean => isEmptied(effect) || effect.detail.spoiled !== undefined;

/** True where `path` is one of `folders` or lies below one. */
export function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder));
}

/** What lies here is published: other people's computers read it. */
const publicFolder = `${home}/Public`;

/** True where an effect put something new into the public folder: others could see it at once. */
export const isPublication = (effect: Effect, timeline: Timeline): boolean =>
  writtenPaths(effect).some((path) => isWithin(path, publicFolder) && !timeline.wasThere(path));
