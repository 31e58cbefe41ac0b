import { createWriteStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { stepError } from '../setup-failure.ts';
import { directAddress } from './direct-address.ts';
import { readDrivePage } from './drive-page.ts';
import { isPrivateHost, privateAddressCode, publicOnly } from './private-address.ts';

export interface FetchOptions {
  fetch: typeof globalThis.fetch;
  /** Private network addresses that may be accessed: all, none, or these hosts (`files.example`, `10.1.2.3:8080`). */
  allowPrivate: boolean | readonly string[];
  /** Milliseconds to wait before the second and third attempt. */
  pauses: readonly number[];
  /** Milliseconds without data after which an attempt fails. */
  stallMs: number;
  signal?: AbortSignal | undefined;
}

let publicAddresses: ReturnType<typeof publicOnly> | undefined;
const tries = 3;
const redirectLimit = 10;
/** Maximum `Retry-After` delay, in milliseconds. */
const retryAfterCap = 30_000;
const pageBytes = 512 * 1024;

/** An error of a single attempt. `again` is true if a retry may succeed. */
class TryFault extends Error {
  readonly again: boolean;
  readonly afterMs: number;
  constructor(message: string, again: boolean, afterMs = 0) {
    super(message);
    this.again = again;
    this.afterMs = afterMs;
  }
}

/** Downloads in up to three attempts. Resumes if the file is unchanged. Throws OsharmError `download-failed`. */
export async function fetchFile(address: string, part: string, options: FetchOptions): Promise<void> {
  const faults: string[] = [];
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    options.signal?.throwIfAborted();
    try {
      await tryOnce(address, part, options);
      return;
    } catch (error) {
      options.signal?.throwIfAborted();
      const fault = asFault(error);
      faults.push(fault.message);
      if (!fault.again) break;
      const pause = Math.max(options.pauses[attempt - 1] ?? 0, Math.min(fault.afterMs, retryAfterCap));
      if (attempt < tries) await wait(pause, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
  }
  const messages = [...new Set(faults)].join('; ');
  throw stepError(
    `${address} can't be downloaded: ${messages}${faults.length > 1 ? ` (${faults.length} tries)` : ''}.`,
    {
      code: 'download-failed',
      blame: 'environment',
      hint: 'Put the file into a folder and add --assets FOLDER, or check that the address is still valid.',
    },
  );
}

async function tryOnce(address: string, part: string, options: FetchOptions): Promise<void> {
  const direct = directAddress(address);
  let url = direct.url;
  for (let pages = 0; ; pages += 1) {
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(new TryFault(silence(options), true)), options.stallMs);
    const signal = AbortSignal.any([stalled.signal, ...(options.signal === undefined ? [] : [options.signal])]);
    try {
      const { have, validator } = await begun(part);
      const headers: Record<string, string> = { 'accept-encoding': 'identity' };
      if (validator !== null) Object.assign(headers, { range: `bytes=${have}-`, 'if-range': validator });
      const response = await follow(url, headers, options, signal);
      if (response.status === 416) {
        await dropPart(part);
        throw new TryFault('the part downloaded before is no longer valid', true);
      }
      if (!response.ok) throw refused(response);
      if (isPage(response, address)) {
        const html = (await response.text()).slice(0, pageBytes);
        if (direct.service !== 'drive')
          throw new TryFault('the answer is a web page and not the file (a sign-in, perhaps)', false);
        const page = readDrivePage(html, url);
        if ('reason' in page) throw new TryFault(page.reason, false);
        if (pages > 0) throw new TryFault('Google Drive repeats its confirmation page', false);
        url = page.next;
        continue;
      }
      await save(response, part, have, () => timer.refresh(), signal);
      return;
    } catch (error) {
      if (stalled.signal.aborted) throw stalled.signal.reason;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Follows redirects one by one, to refuse those to private addresses. */
async function follow(
  start: string,
  headers: Record<string, string>,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Response> {
  let url = start;
  for (let hops = 0; hops <= redirectLimit; hops += 1) {
    const { protocol, hostname, host } = new URL(url);
    if (protocol !== 'https:' && protocol !== 'http:') throw new TryFault(`${protocol} URLs are not supported`, false);
    const { allowPrivate } = options;
    const isAllowed =
      typeof allowPrivate === 'boolean' ? allowPrivate : allowPrivate.includes(hostname) || allowPrivate.includes(host);
    if (!isAllowed && (await isPrivateHost(hostname)))
      throw new TryFault(
        `${hostname} is this machine or its own network, which a task may contact only if --download-hosts names it`,
        false,
      );
    const init: RequestInit = { headers, redirect: 'manual', signal };
    // A proxy resolves names and connects itself.
    if (!isAllowed && process.env.NODE_USE_ENV_PROXY !== '1') {
      publicAddresses ??= publicOnly();
      Object.assign(init, { dispatcher: await publicAddresses });
    }
    const response = await options.fetch(url, init);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    url = new URL(location, url).href;
  }
  throw new TryFault('the address redirects too many times', false);
}

async function save(
  response: Response,
  part: string,
  have: number,
  onBytes: () => void,
  signal: AbortSignal,
): Promise<void> {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
  const goesOn = response.status === 206;
  if (goesOn && Number(range?.[1] ?? Number.NaN) !== have) {
    await dropPart(part);
    throw new TryFault('the server resumed at a different position than requested', true);
  }
  const length = response.headers.get('content-length');
  const total = goesOn
    ? range?.[2] === undefined || range[2] === '*'
      ? null
      : Number(range[2])
    : length === null
      ? null
      : Number(length);
  const validator = strongValidator(response);
  if (!goesOn) await writeFile(`${part}.validator`, validator ?? '');
  const source = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
  source.on('data', onBytes);
  await pipeline(source, createWriteStream(part, { flags: goesOn ? 'a' : 'w' }), { signal });
  const { size } = await stat(part);
  if (total !== null && size !== total) throw new TryFault(`only ${size} of ${total} bytes arrived`, true);
  await rm(`${part}.validator`, { force: true });
}

/** Returns the state of an earlier attempt. It can be resumed only with a strong validator. */
async function begun(part: string): Promise<{ have: number; validator: string | null }> {
  const have = (await stat(part).catch(() => null))?.size ?? 0;
  const validator = await readFile(`${part}.validator`, 'utf8').catch(() => '');
  return have > 0 && validator !== '' ? { have, validator } : { have: 0, validator: null };
}

async function dropPart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(`${part}.validator`, { force: true });
}

function strongValidator(response: Response): string | null {
  const tag = response.headers.get('etag');
  if (tag !== null && !tag.startsWith('W/')) return tag;
  return response.headers.get('last-modified');
}

function isPage(response: Response, address: string): boolean {
  if (!/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return false;
  if (/attachment/i.test(response.headers.get('content-disposition') ?? '')) return false;
  const { service, url } = directAddress(address);
  return (
    service === 'drive' ||
    /\.(?:docx?|xlsx?|pptx?|od[tsp]|pdf|png|jpe?g|gif|zip|xz|gz|7z|mp[34]|wav|xcf|csv|json|py)$/i.test(
      new URL(url).pathname,
    )
  );
}

function refused(response: Response): TryFault {
  const { status } = response;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const again = status >= 500 || status === 429 || status === 408;
  return new TryFault(`HTTP ${status}`, again, Number.isNaN(seconds) ? 0 : seconds * 1000);
}

function asFault(error: unknown): TryFault {
  if (error instanceof TryFault) return error;
  const cause = (error as { cause?: { code?: string; message?: string } }).cause;
  if (cause?.code === privateAddressCode)
    return new TryFault(`${cause.message}: a task may contact it only if --download-hosts names it`, false);
  const reason = cause?.code ?? cause?.message ?? (error as Error).message;
  return new TryFault(`no connection, or it was lost (${reason})`, true);
}

const silence = ({ stallMs }: FetchOptions): string => `no data arrived for ${stallMs / 1000} s`;
