import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { FileChange, FileState } from '../../../desktop/client/desktop.ts';
import type { Scan } from './events.ts';

interface Moved {
  state: FileState;
  indexed: FileState | null;
}

/** Files that osharm wrote during the run. Scans compare them with the written content instead of step 0. */
export class MovedBaseline {
  readonly #moved = new Map<string, Moved>();

  seen(scan: Scan): Scan {
    if (this.#moved.size === 0) return scan;
    const seen = new Map(scan);
    for (const [path, { state, indexed }] of this.#moved) {
      // A path that is missing from the scan has not changed since the index.
      const after = scan.has(path) ? (scan.get(path)?.after ?? null) : indexed;
      seen.set(path, { kind: after === null ? 'deleted' : 'modified', path, before: state, after });
    }
    return seen;
  }

  /** The base for later scans after osharm wrote `written`. */
  moved(previous: Scan, scan: Scan, written: ReadonlyMap<string, Buffer>): Scan {
    const next = new Map(previous);
    const accept = (path: string, state: FileState, indexed: FileState | null): void => {
      this.#moved.set(path, { state, indexed });
      next.set(path, { kind: 'modified', path, before: state, after: state } satisfies FileChange);
    };
    for (const [path, content] of written) {
      for (const folder of foldersAbove(path)) {
        const made = scan.get(folder);
        if (made?.before === null && made.after?.type === 'directory' && !previous.has(folder))
          accept(folder, made.after, null);
      }
      const change = scan.get(path);
      const indexed = this.#moved.get(path)?.indexed ?? change?.before ?? previous.get(path)?.before ?? null;
      const state = change === undefined ? indexed : change.after;
      if (state !== null && isWritten(state, content)) accept(path, state, indexed);
    }
    return next;
  }
}

function isWritten({ type, hash, size }: FileState, content: Buffer): boolean {
  if (type !== 'file' || size !== content.length) return false;
  return hash === null || hash === createHash('sha256').update(content).digest('hex');
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder.length > 1; folder = posix.dirname(folder)) folders.push(folder);
  return folders.reverse();
}
