import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { parseRunPath } from '../../../base/record/paths.ts';

/**
 * The id depends on what was run and when it first started, so links still work if the results are moved or opened from
 * another folder. For runs without a start time (OS-Harm's) it depends on the path only.
 */
export function runId(directory: string, firstStartedAt: string | null): string {
  return hashOf([parseRunPath(directory) ?? basename(directory), firstStartedAt]);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

/** Copies of a run share a `runId`. The first by path keeps it; the ids of other copies also depend on their paths. */
export class RunIds {
  readonly #holder = new Map<string, string>();
  readonly #byPath = new Map<string, { id: string; shown: string }>();

  /** `moved` is a copy that lost this id; `freed` are ids that are no longer in use. */
  take(path: string, ownId: string): { id: string; moved: { path: string; id: string } | null; freed: string[] } {
    const before = this.#byPath.get(path);
    if (before?.id === ownId) return { id: before.shown, moved: null, freed: [] };
    const freed = before === undefined ? [] : this.remove(path);
    const holder = this.#holder.get(ownId);
    if (holder !== undefined && holder < path)
      return { id: this.#set(path, ownId, hashOf([ownId, path])), moved: null, freed };
    this.#holder.set(ownId, path);
    const moved = holder === undefined ? null : { path: holder, id: this.#set(holder, ownId, hashOf([ownId, holder])) };
    return { id: this.#set(path, ownId, ownId), moved, freed };
  }

  /** Returns the freed id, or nothing for an unknown path. */
  remove(path: string): string[] {
    const before = this.#byPath.get(path);
    if (before === undefined) return [];
    this.#byPath.delete(path);
    if (this.#holder.get(before.id) === path) this.#holder.delete(before.id);
    return [before.shown];
  }

  #set(path: string, ownId: string, shown: string): string {
    this.#byPath.set(path, { id: ownId, shown });
    return shown;
  }
}
