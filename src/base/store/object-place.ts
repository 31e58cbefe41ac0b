import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EnvironmentError } from '../errors.ts';
import { processLabel } from '../record/lease/process-identity.ts';
import { makeFolder } from '../record/make-folder.ts';
import { isRemote, storeOf } from './remote-store.ts';
import type { ObjectPlace } from './result-store.ts';

const imagesName = '.osharm-images';

/** The place for desktop images, next to `results`, so that sweeps with the same parent folder share it. */
export async function imagesBeside(results: string): Promise<ObjectPlace> {
  if (isRemote(results)) return (await storeOf(results)).objectsBeside(results, imagesName);
  return new FolderObjects(join(dirname(resolve(results)), imagesName));
}

class FolderObjects implements ObjectPlace {
  readonly place: string;

  constructor(place: string) {
    this.place = place;
  }

  async read(name: string): Promise<Buffer | null> {
    return this.#orNull(() => readFileSync(join(this.place, name)));
  }

  async size(name: string): Promise<number | null> {
    return this.#orNull(() => statSync(join(this.place, name)).size);
  }

  async write(name: string, content: Buffer): Promise<void> {
    const written = join(this.place, `.${name}.${processLabel()}`);
    try {
      makeFolder(this.place);
      writeFileSync(written, content);
      renameSync(written, join(this.place, name));
    } catch (cause) {
      rmSync(written, { force: true });
      throw this.#failed(cause);
    }
  }

  #orNull<T>(action: () => T): T | null {
    try {
      return action();
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw this.#failed(cause);
    }
  }

  #failed(cause: unknown): EnvironmentError {
    return new EnvironmentError(`The store ${this.place} can't be used: ${(cause as Error).message}`, {
      code: 'store-failed',
      hint: 'Check that the folder exists, is writable, and is not full.',
      isRetryable: true,
      cause,
    });
  }
}
