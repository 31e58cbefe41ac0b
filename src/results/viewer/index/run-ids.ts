import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { parseRunPath } from '../../../base/record/paths.ts';

/**
 * A run's name in addresses: 16 URL-safe characters. It depends on what was run and when it first started, so links hold whichever folder
 * is opened or moved. Runs that keep no time (OS-Harm's) have only what their path says.
 */
export function runId(directory: string, firstStartedAt: string | null): string {
  return hashOf([parseRunPath(directory) ?? basename(directory), firstStartedAt]);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

/**
 * The ids of a tree's runs, each once. Copies of a run share its id: the one whose path comes first has it, the others
 * get one that also depends on their path below the opened folder.
 */
export class RunIds {
  readonly #holder = new Map<string, string>();
  readonly #byPath = new Map<string, { id: string; shown: string }>();

  /** Gives the run at `path` its id, from its own (`runId`). `moved`: a copy that gave this id up, and ids that nobody has any more. */
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

  /** Forgets the run at `path`; answers the id that it had. */
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
