import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ResultStore } from 'osharm/store';
import { makeFolder, recordFailure, setAsideEnding, writeResultText } from 'osharm/store';
import { manifestHash, manifestOf } from './manifest.ts';

/** A folder shared by all workers. Attempts are written to `{folder}.incomplete` and published by a rename. */
export class FolderStore implements ResultStore {
  readonly place: string;
  readonly folder: string;

  constructor(place: string) {
    this.place = place;
    this.folder = place;
  }

  workFolder(staged: string): string {
    return join(`${this.place}${setAsideEnding}`, staged);
  }

  async stage(staged: string): Promise<string> {
    return manifestHash(await manifestOf(this.workFolder(staged)));
  }

  async fetch(path: string): Promise<string> {
    return join(this.place, path);
  }

  async keep(path: string): Promise<string> {
    return manifestHash(await manifestOf(join(this.place, path)));
  }

  async publish(staged: string, path: string, resultText: string): Promise<void> {
    const from = this.workFolder(staged);
    const to = join(this.place, path);
    try {
      if (existsSync(from)) {
        // A sweep without a queue may have left an incomplete result here.
        if (existsSync(to)) renameSync(to, `${from}.found-there`);
        makeFolder(dirname(to));
        renameSync(from, to);
      }
      writeResultText(to, resultText);
    } catch (error) {
      throw recordFailure(error, to);
    }
  }
}
