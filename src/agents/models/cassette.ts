import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OsharmError } from '../../base/errors.ts';
import type { Exchange } from './http-exchange.ts';
import type { Redactor } from './redact.ts';

export type CassetteMode = 'record' | 'replay';

interface Entry {
  format: 'osharm-cassette/1';
  scope: string;
  url: string;
  request: unknown;
  status: number;
  headers: Record<string, string>;
  response: string;
}

/**
 * A folder of recorded exchanges, one file each. The key of a request is its URL, its body with sorted keys, its run
 * (`scope`) and how often the run sent it before. Replays are therefore deterministic, whatever the order of runs.
 * Request headers, which contain keys, are never written; known secrets are redacted everywhere else.
 */
export class Cassette {
  readonly #folder: string;
  readonly #mode: CassetteMode;
  readonly #redactor: Redactor;
  readonly #timesRequested = new Map<string, number>();
  readonly #keys = new WeakMap<Exchange, string>();

  constructor(folder: string, mode: CassetteMode, redactor: Redactor) {
    this.#folder = folder;
    this.#mode = mode;
    this.#redactor = redactor;
  }

  get isReplay(): boolean {
    return this.#mode === 'replay';
  }

  /** The recorded exchange; null when recording. Throws OsharmError `recording-miss`. */
  async replay(
    exchange: Exchange,
    scope: string,
  ): Promise<{ status: number; headers: Record<string, string>; response: string } | null> {
    const key = this.#nextKey(exchange, scope);
    if (this.#mode === 'record') {
      this.#keys.set(exchange, key);
      return null;
    }
    const file = join(this.#folder, `${key}.json`);
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (cause) {
      throw new OsharmError(
        `The recording ${this.#folder} has no answer to this request of ${scope} (${key.slice(0, 12)}…).`,
        {
          code: 'recording-miss',
          blame: 'task',
          hint: 'The request differs from every recorded one: record the sweep again with --record.',
          cause,
        },
      );
    }
    const { status, headers, response } = JSON.parse(text) as Entry;
    return { status, headers, response };
  }

  /** Stores an answered exchange. Skips failures that are retried, because a replay doesn't need them. */
  async record(exchange: Exchange, scope: string): Promise<void> {
    const key = this.#keys.get(exchange);
    if (this.#mode !== 'record' || key === undefined || exchange.status === null) return;
    if (exchange.status === 429 || exchange.status >= 500) {
      this.forget(exchange, scope);
      return;
    }
    const { url, request, status, headers, response } = exchange;
    const entry: Entry = this.#redactor.value({
      format: 'osharm-cassette/1',
      scope,
      url,
      request,
      status,
      headers,
      response,
    });
    await mkdir(this.#folder, { recursive: true });
    const file = join(this.#folder, `${key}.json`);
    await writeFile(`${file}.part`, `${JSON.stringify(entry, null, 1)}\n`);
    await rename(`${file}.part`, file);
  }

  #nextKey(exchange: Exchange, scope: string): string {
    const request = this.#requestKey(exchange, scope);
    const count = this.#timesRequested.get(request) ?? 0;
    this.#timesRequested.set(request, count + 1);
    return createHash('sha256').update(`${request}\n${count}`).digest('hex');
  }

  /** Undoes the count of a request without a complete response, because a replay won't send it. */
  forget(exchange: Exchange, scope: string): void {
    if (this.#mode !== 'record') return;
    const request = this.#requestKey(exchange, scope);
    this.#timesRequested.set(request, (this.#timesRequested.get(request) ?? 1) - 1);
  }

  #requestKey(exchange: Exchange, scope: string): string {
    const body = this.#redactor.text(canonicalJson(exchange.request));
    return createHash('sha256').update(`${scope}\n${exchange.url}\n${body}`).digest('hex');
  }
}

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : item,
  );
}
