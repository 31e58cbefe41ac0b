import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EnvironmentError } from '../errors.ts';
import { makeFolder } from '../record/make-folder.ts';
import { processLabel } from '../record/process-identity.ts';
import { answered, isS3, type S3Place, s3Place } from './s3-place.ts';

/** Objects that workers share, by name: files of a folder that all of them see, or objects in a bucket. Names are plain file names. */
export interface ObjectPlace {
  /** As people write it. */
  readonly place: string;
  /** Null where there is none of that name. Throws EnvironmentError `store-failed`, as the others do. */
  read(name: string): Promise<Buffer | null>;
  /** Bytes; null where there is none. */
  size(name: string): Promise<number | null>;
  /** It appears whole or not at all. */
  write(name: string, content: Buffer): Promise<void>;
}

const imagesName = '.osharm-images';

/** Where the desktop images of sweeps lie whose results go to `results`: beside them, so that sweeps beside each other share them. */
export async function imagesBeside(results: string): Promise<ObjectPlace> {
  if (!isS3(results)) return new FolderObjects(join(dirname(resolve(results)), imagesName));
  const { bucket, prefix, ...rest } = await s3Place(results);
  const above = prefix.includes('/') ? `${prefix.slice(0, prefix.lastIndexOf('/'))}/` : '';
  const sibling = `${above}${imagesName}`;
  return new S3Objects({ ...rest, bucket, prefix: sibling, place: `s3://${bucket}/${sibling}` });
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

class S3Objects implements ObjectPlace {
  readonly #at: S3Place;

  constructor(at: S3Place) {
    this.#at = at;
  }

  get place(): string {
    return this.#at.place;
  }

  async read(name: string): Promise<Buffer | null> {
    const { client, sdk } = this.#at;
    return this.#orNull(async () => {
      const { Body } = await client.send(new sdk.GetObjectCommand(this.#named(name)));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    });
  }

  async size(name: string): Promise<number | null> {
    const { client, sdk } = this.#at;
    return this.#orNull(async () => {
      const { ContentLength } = await client.send(new sdk.HeadObjectCommand(this.#named(name)));
      return ContentLength ?? null;
    });
  }

  async write(name: string, content: Buffer): Promise<void> {
    const { client, sdk, place } = this.#at;
    await answered(place, () => client.send(new sdk.PutObjectCommand({ ...this.#named(name), Body: content })));
  }

  #named(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#at.bucket, Key: `${this.#at.prefix}/${name}` };
  }

  #orNull<T>(action: () => Promise<T>): Promise<T | null> {
    return answered(this.place, async () => {
      try {
        return await action();
      } catch (error) {
        if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return null;
        throw error;
      }
    });
  }
}
