import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { withClaim } from '../../../base/record/lease/file-claim.ts';
import { isBelow } from '../../suite/below-folder.ts';
import { readJsonFile } from '../../suite/json-file.ts';
import { stepError } from '../setup-failure.ts';
import { pathInHub } from './direct-address.ts';
import { type FetchOptions, fetchFile } from './fetch-file.ts';
import { hashListName } from './hash-list-name.ts';
import { urlUuid } from './url-uuid.ts';

export interface WantedFile {
  url: string;
  /** The destination in the desktop. Its base name is part of OSWorld's name for the cached file. */
  path: string;
  taskId?: string | undefined;
  suiteFolder?: string | undefined;
}

export interface DownloadOptions extends Partial<Pick<FetchOptions, 'fetch' | 'allowPrivate' | 'pauses' | 'stallMs'>> {
  /** The download cache, with one file per URL. */
  cache: string;
  /** The user's folder of assets (`--assets`). */
  mirror?: string | undefined;
  offline?: boolean | undefined;
}

const knownSchema = z.looseObject({ url: z.string(), sha256: z.string(), bytes: z.number() });
/** `download-hashes.json` maps URLs to SHA-256 hashes. */
const hashListSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));

/**
 * Downloads the files of tasks to this machine (never to a desktop) and caches them. Before a download, searches the
 * user's folder, the checkout's cache and osharm's cache. Verifies all listed hashes.
 */
export class Downloads {
  readonly #options: DownloadOptions;
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(options: DownloadOptions) {
    this.#options = options;
  }

  /** Returns the local path of a file, or null if it must be downloaded. */
  find(wanted: WantedFile): string | null {
    const { mirror, cache } = this.#options;
    const named = `${urlUuid(wanted.url)}_${basename(wanted.path)}`;
    const task = wanted.taskId ?? '';
    const places = [
      ...(mirror === undefined ? [] : mirrored(wanted.url, named, task).map((place) => join(mirror, place))),
      ...(wanted.suiteFolder === undefined
        ? []
        : inSuite(join(wanted.suiteFolder, 'cache', task, named), wanted.suiteFolder)),
      ...(existsSync(`${join(cache, keyOf(wanted.url))}.json`) ? [join(cache, keyOf(wanted.url))] : []),
    ];
    return places.find((place) => existsSync(place)) ?? null;
  }

  /** Throws OsharmError: `download-failed`, `download-offline`, or `download-hash` if the content differs. */
  async get(wanted: WantedFile, signal?: AbortSignal | undefined): Promise<Buffer> {
    const listed = this.#listedHash(wanted);
    for (let isFresh = false; ; isFresh = true) {
      const place = this.find(wanted);
      const content = place === null ? null : await readFile(place);
      const isOurs = place !== null && place === join(this.#options.cache, keyOf(wanted.url));
      const expected = listed ?? (isOurs ? this.#known(wanted.url)?.sha256 : undefined);
      if (content !== null && (expected === undefined || sha256(content) === expected)) return content;
      if (content !== null && (!isOurs || isFresh)) throw otherContent(wanted.url, place as string, sha256(content));
      if (isOurs) await this.#forget(wanted.url);
      await this.#fetched(wanted.url, signal);
    }
  }

  async #fetched(url: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#options.offline === true)
      throw stepError(`${url} is neither in --assets nor in a cache, and with --offline nothing is fetched.`, {
        code: 'download-offline',
        blame: 'task',
        hint: 'Fetch the files of a suite beforehand: osharm suite fetch DIR.',
      });
    const running = this.#fetching.get(url) ?? this.#fetch(url, signal).finally(() => this.#fetching.delete(url));
    this.#fetching.set(url, running);
    await running;
  }

  async #fetch(url: string, signal: AbortSignal | undefined): Promise<void> {
    const {
      cache,
      fetch = globalThis.fetch,
      allowPrivate = false,
      pauses = [500, 2_000],
      stallMs = 60_000,
    } = this.#options;
    await mkdir(cache, { recursive: true });
    const place = join(cache, keyOf(url));
    await withClaim(`${place}.lock`, signal, async () => {
      if (existsSync(`${place}.json`)) return;
      await fetchFile(url, `${place}.part`, { fetch, allowPrivate, pauses, stallMs, signal });
      const content = await readFile(`${place}.part`);
      await rename(`${place}.part`, place);
      const known = { url, sha256: sha256(content), bytes: content.length, fetchedAt: new Date().toISOString() };
      await writeFile(`${place}.json.new`, `${JSON.stringify(known, null, 2)}\n`);
      await rename(`${place}.json.new`, `${place}.json`);
    });
  }

  #known(url: string): z.output<typeof knownSchema> | null {
    const path = `${join(this.#options.cache, keyOf(url))}.json`;
    const parsed = existsSync(path) ? knownSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))) : null;
    return parsed?.success === true ? parsed.data : null;
  }

  async #forget(url: string): Promise<void> {
    const place = join(this.#options.cache, keyOf(url));
    await rm(`${place}.json`, { force: true });
    await rm(place, { force: true });
  }

  #listedHash({ url, suiteFolder }: WantedFile): string | undefined {
    for (const folder of [this.#options.mirror, suiteFolder]) {
      const path = folder === undefined ? null : join(folder, hashListName);
      if (path === null || !existsSync(path)) continue;
      const listed = readJsonFile(path, 'hash list', hashListSchema).value[url];
      if (listed !== undefined) return listed;
    }
    return undefined;
  }
}

/** Where the user's folder may contain the file: as in OSWorld's cache, `wget -r`, or a Hugging Face clone. */
function mirrored(url: string, named: string, task: string): string[] {
  const inHub = pathInHub(url);
  const { hostname, pathname } = new URL(url);
  const asSite = join(hostname, decodeURIComponent(pathname));
  const places = [join(task, named), named, asSite, ...(inHub === null ? [] : [inHub])];
  return places.filter((place) => !place.startsWith('..'));
}

function inSuite(place: string, suiteFolder: string): string[] {
  return isBelow(place, suiteFolder) ? [place] : [];
}

function keyOf(url: string): string {
  return sha256(Buffer.from(url));
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function otherContent(url: string, place: string, found: string): Error {
  return stepError(`${url}: the copy in ${place} has another hash (${found}) than ${hashListName} lists.`, {
    code: 'download-hash',
    blame: 'environment',
    hint: 'The file has changed or is damaged: replace it, or correct the list.',
  });
}
