import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { UsageError } from 'osharm';
import type { RemoteStore } from 'osharm/store';
import { filesBelow, setAsideEnding } from 'osharm/store';
import { manifestHash, manifestOf } from './manifest.ts';
import { answered, type S3Place, s3Place } from './s3-place.ts';

const atOnce = 6;
/** S3's limit for one request. */
const deletedAtOnce = 1000;

interface StoredObject {
  path: string;
  size: number;
  /** MD5 in hex, if the object was uploaded in one part. */
  etag: string;
}

/** Results in a bucket. Attempts are staged below `{prefix}.incomplete` and published by copying within it. */
export class S3Store implements RemoteStore {
  readonly place: string;
  readonly folder: string;
  readonly #client: S3Client;
  readonly #sdk: S3Place['sdk'];
  readonly #bucket: string;
  readonly #prefix: string;

  private constructor({ place, bucket, prefix, sdk, client }: S3Place, cache: string) {
    this.place = place;
    this.folder = join(cache, createHash('sha256').update(place).digest('hex').slice(0, 16), 'results');
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#sdk = sdk;
    this.#client = client;
  }

  /** `cache` is a local folder for copies and for attempts in progress. Throws UsageError for an invalid address. */
  static async open(place: string, cache: string): Promise<S3Store> {
    return new S3Store(await s3Place(place), cache);
  }

  workFolder(staged: string): string {
    return join(`${this.folder}${setAsideEnding}`, staged);
  }

  async stage(staged: string): Promise<string> {
    const directory = this.workFolder(staged);
    const files = await manifestOf(directory);
    await this.#upload(
      directory,
      `${setAsideEnding}/${staged}/`,
      files.map(({ path }) => path),
    );
    return manifestHash(files);
  }

  async publish(staged: string, path: string, resultText: string): Promise<void> {
    const from = `${setAsideEnding}/${staged}/`;
    const objects = await this.#list(from);
    await inTurns(objects, async (storedObject) => {
      await this.#answered(() =>
        this.#client.send(
          new this.#sdk.CopyObjectCommand({
            Bucket: this.#bucket,
            CopySource: `${this.#bucket}/${this.#prefix}${from}${storedObject.path}`
              .split('/')
              .map(encodeURIComponent)
              .join('/'),
            Key: `${this.#prefix}/${path}/${storedObject.path}`,
          }),
        ),
      );
    });
    // Nothing is staged if another worker has already published it.
    if (objects.length > 0) {
      const kept = new Set(objects.map((object) => object.path));
      const before = await this.#list(`/${path}/`);
      await this.#remove(
        before
          .filter((storedObject) => !kept.has(storedObject.path))
          .map((storedObject) => `/${path}/${storedObject.path}`),
      );
    }
    await this.#put(`/${path}/result.txt`, Buffer.from(resultText));
    await this.#remove(objects.map((object) => `${from}${object.path}`));
    rmSync(this.workFolder(staged), { recursive: true, force: true });
  }

  async complete(): Promise<Set<string>> {
    const all = await this.#list('/');
    return new Set(all.filter(({ path }) => isResultText(path)).map(({ path }) => dirname(path)));
  }

  /**
   * Downloads new and changed objects into `folder`, each `result.txt` last. Deletes a local `result.txt` that the
   * store lacks: its run is incomplete.
   */
  async pull(
    folder = this.folder,
    isWanted: (path: string) => boolean = () => true,
  ): Promise<{ files: number; bytes: number }> {
    const all = (await this.#list('/')).filter(({ path }) => isWanted(path));
    const there = new Set(all.map(({ path }) => path));
    mkdirSync(folder, { recursive: true });
    for (const path of filesBelow(folder)) if (isResultText(path) && !there.has(path)) rmSync(join(folder, path));
    return this.#download(folder, '/', all);
  }

  async #download(
    folder: string,
    below: string,
    all: readonly StoredObject[],
  ): Promise<{ files: number; bytes: number }> {
    const missing = all.filter((storedObject) => !isSame(insideOf(folder, storedObject.path), storedObject));
    for (const isLast of [false, true])
      await inTurns(
        missing.filter(({ path }) => isResultText(path) === isLast),
        async ({ path }) => {
          const bytes = await this.#answered(async () => {
            const key = `${this.#prefix}${below}${path}`;
            const { Body } = await this.#client.send(
              new this.#sdk.GetObjectCommand({ Bucket: this.#bucket, Key: key }),
            );
            return Body?.transformToByteArray();
          });
          const target = insideOf(folder, path);
          mkdirSync(dirname(target), { recursive: true });
          await writeFile(`${target}.part`, bytes ?? '');
          await rename(`${target}.part`, target);
        },
      );
    return { files: missing.length, bytes: missing.reduce((sum, { size }) => sum + size, 0) };
  }

  async fetch(path: string): Promise<string> {
    const directory = join(this.folder, path);
    mkdirSync(directory, { recursive: true });
    await this.#download(directory, `/${path}/`, await this.#list(`/${path}/`));
    return directory;
  }

  async keep(path: string): Promise<string> {
    const directory = join(this.folder, path);
    const files = await manifestOf(directory);
    await this.#upload(
      directory,
      `/${path}/`,
      files.map((file) => file.path),
    );
    return manifestHash(files);
  }

  /**
   * Uploads a folder's new and changed files, each `result.txt` last. `since` (Unix milliseconds) skips files last
   * modified earlier. Returns the number of uploaded files.
   */
  async push(folder: string, since = 0): Promise<number> {
    const paths = filesBelow(folder)
      .filter((path) => !path.split('/').some((part) => part.startsWith('.')) && !path.endsWith('.part'))
      .filter((path) => statSync(join(folder, path)).mtimeMs >= since);
    let count = 0;
    for (const isLast of [false, true])
      count += await this.#upload(
        folder,
        '/',
        paths.filter((path) => isResultText(path) === isLast),
      );
    return count;
  }

  /** Skips files that are already uploaded. */
  async #upload(directory: string, below: string, paths: readonly string[]): Promise<number> {
    if (paths.length === 0) return 0;
    const there = new Map((await this.#list(below)).map((storedObject) => [storedObject.path, storedObject]));
    const missing = paths.filter((path) => {
      const storedObject = there.get(path);
      return storedObject === undefined || !isSame(join(directory, path), storedObject);
    });
    await inTurns(missing, (path) => this.#put(`${below}${path}`, readFileSync(join(directory, path))));
    return missing.length;
  }

  async #put(key: string, body: Buffer): Promise<void> {
    await this.#answered(() =>
      this.#client.send(
        new this.#sdk.PutObjectCommand({ Bucket: this.#bucket, Key: `${this.#prefix}${key}`, Body: body }),
      ),
    );
  }

  async #remove(keys: readonly string[]): Promise<void> {
    for (let n = 0; n < keys.length; n += deletedAtOnce) {
      const Objects = keys.slice(n, n + deletedAtOnce).map((key) => ({ Key: `${this.#prefix}${key}` }));
      await this.#answered(() =>
        this.#client.send(
          new this.#sdk.DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
        ),
      );
    }
  }

  async #list(below: string): Promise<StoredObject[]> {
    const prefix = `${this.#prefix}${below}`;
    const found: StoredObject[] = [];
    let token: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await this.#answered(() =>
        this.#client.send(
          new this.#sdk.ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: token }),
        ),
      );
      for (const { Key, Size, ETag } of page.Contents ?? [])
        found.push({ path: (Key ?? '').slice(prefix.length), size: Size ?? 0, etag: (ETag ?? '').replaceAll('"', '') });
      token = page.NextContinuationToken;
    } while (token !== undefined);
    return found;
  }

  #answered<T>(action: () => Promise<T>): Promise<T> {
    return answered(this.place, action);
  }
}

const isResultText = (path: string): boolean => path === 'result.txt' || path.endsWith('/result.txt');

function isSame(file: string, { size, etag }: StoredObject): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.size !== size) return false;
  return createHash('md5').update(readFileSync(file)).digest('hex') === etag;
}

/** Throws if the path leads out of the folder. */
function insideOf(folder: string, path: string): string {
  if (path.split('/').some((part) => part === '..' || part === '.' || part === ''))
    throw new UsageError(`The store contains a name that is not a path: ${JSON.stringify(path)}`, {
      code: 'store-name',
    });
  return join(folder, path);
}

async function inTurns<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
