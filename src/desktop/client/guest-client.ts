import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { EnvironmentError } from '../../base/errors.ts';
import { inTurns, nextTurn } from '../../base/event-loop.ts';
import { isMalformed, rethrowUnless } from '../../base/expected-errors.ts';
import { pngSize } from '../../base/record/png-size.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { CommandResult, PictureSize } from './desktop.ts';
import { type GuestAddress, type GuestCall, GuestHttp, type GuestReply, GuestReplyError } from './guest-http.ts';
import {
  clipboardReply,
  commandReply,
  healthReply,
  journalEntryReply,
  parseSilentHeader,
  pythonReply,
  settleReply,
  terminalReply,
  treeReply,
  windowReply,
} from './guest-replies.ts';
import { hasMoreParts } from './json-parts.ts';
import {
  type GuestClipboard,
  type GuestHealth,
  type GuestWindow,
  type JournalEntry,
  type PythonReply,
  type SettleReply,
  type SettleRequest,
  type SilentApplication,
  splashCapMs,
} from './protocol.ts';
import { silentHeader } from './silent-applications.ts';

/** The server's time limits are shorter than the client's, so that its error message arrives in time. */
const { guest: limits } = timeLimits;
const mostPixels = 64 * 2 ** 20;
/** Maximum bytes per pixel of a screenshot: twice the size of a PNG of random noise. */
const mostOfPixel = 8;
const mostOfShort = 4 * 2 ** 20;
const mostOfLong = 16 * 2 ** 20;
/** Parsing an answer with more bytes noticeably blocks the event loop. */
const longAnswer = 2 ** 20;
const longAnswers = /^\/(?:terminal|execute|v2\/python)$/;
const mostParts = 100_000;
const mostOfFile = 512 * 2 ** 20;

/** Prefix that OS-Harm's and OSWorld's controllers put before the code that they run. */
export const classicPrefix = 'import pyautogui; import time; pyautogui.FAILSAFE = False; ';

/** For silent applications, the tree has the last known content, if any. */
export interface ReadTree {
  xml: string;
  silent: SilentApplication[];
}

interface Calling {
  mostBytes?: number;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/**
 * Client for OSWorld's endpoints, and osharm's under `/v2/` if the server has them. Methods reject with
 * `GuestConnectionError`, `GuestTimeoutError` or `GuestReplyError`.
 */
export class GuestClient {
  readonly #http: GuestHttp;
  #isClassic = false;
  #mostOfPicture: number | undefined;

  constructor(address: GuestAddress) {
    this.#http = new GuestHttp(address);
  }

  async health(signal?: AbortSignal | undefined): Promise<GuestHealth> {
    return this.#json(healthReply, {
      method: 'GET',
      path: '/v2/health',
      timeoutMs: timeLimits.start.health.call,
      signal,
    });
  }

  /**
   * PNG with the cursor. `mostBytes` defaults to 32 MiB for the first screenshot and then to eight bytes per pixel, so
   * that a malicious server can't keep the harness busy with oversized pictures.
   */
  async screenshot(signal?: AbortSignal | undefined, mostBytes = this.#mostOfPicture): Promise<Buffer> {
    const call: GuestCall = { method: 'GET', path: '/screenshot', timeoutMs: limits.short.call, signal, mostBytes };
    const reply = await this.#ok(call);
    const size = pngSize(reply.body);
    const pixels = size === null ? 0 : size.width * size.height;
    if (pixels === 0 || pixels > mostPixels)
      throw new GuestReplyError(call.path, { ...reply, body: Buffer.alloc(0) }, 'it is not a picture of a screen');
    this.#mostOfPicture ??= Math.max(2 ** 20, mostOfPixel * pixels);
    return reply.body;
  }

  async accessibilityTree(signal?: AbortSignal | undefined): Promise<ReadTree> {
    const call: GuestCall = {
      method: 'GET',
      path: '/accessibility',
      timeoutMs: limits.tree.call,
      signal,
      mostBytes: mostOfLong,
    };
    const reply = await this.#ok(call);
    const { AT: xml } = await shaped(treeReply, call.path, reply);
    try {
      return { xml, silent: parseSilentHeader(reply.headers[silentHeader]) };
    } catch (error) {
      const fault = `its header ${silentHeader}: ${error instanceof Error ? error.message.slice(0, 200) : error}`;
      throw new GuestReplyError(call.path, { ...reply, body: Buffer.alloc(0) }, fault);
    }
  }

  async terminal(signal?: AbortSignal | undefined): Promise<string | null> {
    const call: GuestCall = { method: 'GET', path: '/terminal', timeoutMs: limits.tree.call, signal };
    return (await this.#json(terminalReply, call)).output;
  }

  async settle(request: SettleRequest = {}, signal?: AbortSignal | undefined): Promise<SettleReply> {
    const { capMs = 5_000, newWindowCapMs = 10_000, newWindowSince } = request;
    const timeoutMs = capMs + newWindowCapMs + (newWindowSince === undefined ? 0 : splashCapMs) + limits.settleSlack;
    return this.#post(settleReply, '/v2/settle', request, { timeoutMs, signal });
  }

  async windows(signal?: AbortSignal | undefined): Promise<GuestWindow[]> {
    return this.#list(windowReply, { method: 'GET', path: '/v2/windows', timeoutMs: limits.short.call, signal });
  }

  async clipboard(signal?: AbortSignal | undefined): Promise<GuestClipboard | null> {
    return this.#json(clipboardReply, { method: 'GET', path: '/v2/clipboard', timeoutMs: limits.short.call, signal });
  }

  async journal(since: number, signal?: AbortSignal | undefined): Promise<JournalEntry[]> {
    return this.#list(journalEntryReply, {
      method: 'GET',
      path: `/v2/journal?since=${since}`,
      timeoutMs: limits.short.call,
      signal,
    });
  }

  /** Runs an agent's code. An error in the code is part of the reply and doesn't reject. */
  async execute(code: string, options: Calling & { view?: PictureSize } = {}): Promise<PythonReply> {
    const { timeoutMs = limits.python.work, view, signal } = options;
    const body = { code, timeoutMs, view: view === undefined ? undefined : [view.width, view.height] };
    if (!this.#isClassic) {
      try {
        return await this.#post(pythonReply, '/v2/python', body, {
          timeoutMs: timeoutMs + limits.python.callSlack,
          signal,
        });
      } catch (error) {
        if (!(error instanceof GuestReplyError && error.status === 404)) throw error;
        this.#isClassic = true;
      }
    }
    if (view !== undefined)
      throw new EnvironmentError('This desktop can’t map coordinates of a smaller picture to its screen.', {
        code: 'desktop-no-view',
        hint: 'Omit --max-image-side, or use it with --action-space computer_13.',
      });
    const start = performance.now();
    const done = await this.exec(['python', '-c', classicPrefix + code], { timeoutMs, signal });
    return { ...done, timedOut: false, durationMs: performance.now() - start };
  }

  async exec(command: string | string[], options: Calling & { shell?: boolean } = {}): Promise<CommandResult> {
    const { shell = false, timeoutMs = limits.execute.call, signal } = options;
    return this.#post(commandReply, '/execute', { command, shell }, { timeoutMs, signal });
  }

  async launch(command: string | string[], options: Calling & { shell?: boolean } = {}): Promise<void> {
    const { shell = false, timeoutMs = limits.short.call, signal } = options;
    await this.#send('/setup/launch', { command, shell }, { timeoutMs, signal });
  }

  async openFile(path: string, signal?: AbortSignal | undefined): Promise<void> {
    const { work, call } = limits.openFile;
    await this.#send('/setup/open_file', { path, timeout_ms: work }, { timeoutMs: call, signal });
  }

  async activateWindow(name: string, options: Calling & { strict?: boolean; byClass?: boolean } = {}): Promise<void> {
    await this.#window('/setup/activate_window', name, options);
  }

  async closeWindow(name: string, options: Calling & { strict?: boolean; byClass?: boolean } = {}): Promise<void> {
    await this.#window('/setup/close_window', name, options);
  }

  async upload(path: string, content: Buffer, signal?: AbortSignal | undefined): Promise<void> {
    const boundary = `part-${randomBytes(12).toString('hex')}`;
    const name = path.replace(/^.*\//, '').replace(/["\r\n]/g, '_');
    const body = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file_path"\r\n\r\n${path}\r\n`),
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file_data"; filename="${name}"\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    await this.#ok({ method: 'POST', path: '/setup/upload', headers, body, timeoutMs: limits.file.call, signal });
  }

  async file(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null> {
    const reply = await this.#http.call({
      method: 'POST',
      path: '/file',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ file_path: path }).toString(),
      timeoutMs: limits.file.call,
      signal,
      mostBytes: mostOfFile,
    });
    if (reply.status === 404) return null;
    return checked('/file', reply).body;
  }

  async startRecording(signal?: AbortSignal | undefined): Promise<void> {
    await this.#ok({ method: 'POST', path: '/start_recording', timeoutMs: limits.startRecording.call, signal });
  }

  async endRecording(signal?: AbortSignal | undefined): Promise<Buffer | null> {
    const call: GuestCall = {
      method: 'POST',
      path: '/end_recording',
      timeoutMs: limits.endRecording.call,
      signal,
      mostBytes: mostOfFile,
    };
    const reply = await this.#http.call(call);
    return reply.status === 400 ? null : checked(call.path, reply).body;
  }

  close(): void {
    this.#http.close();
  }

  async #window(path: string, name: string, options: Calling & { strict?: boolean; byClass?: boolean }): Promise<void> {
    const { strict = false, byClass = false, timeoutMs = limits.short.call, signal } = options;
    await this.#send(path, { window_name: name, strict, by_class: byClass }, { timeoutMs, signal });
  }

  #send(path: string, value: unknown, calling: Calling): Promise<GuestReply> {
    const { timeoutMs = limits.short.call, signal, mostBytes } = calling;
    const headers = { 'Content-Type': 'application/json' };
    return this.#ok({ method: 'POST', path, headers, body: JSON.stringify(value), timeoutMs, signal, mostBytes });
  }

  async #post<T>(shape: z.ZodType<T>, path: string, value: unknown, calling: Calling): Promise<T> {
    const mostBytes = longAnswers.test(path) ? mostOfLong : mostOfShort;
    return shaped(shape, path, await this.#send(path, value, { ...calling, mostBytes }));
  }

  async #json<T>(shape: z.ZodType<T>, call: GuestCall): Promise<T> {
    const mostBytes = longAnswers.test(call.path) ? mostOfLong : mostOfShort;
    return shaped(shape, call.path, await this.#ok({ mostBytes, ...call }));
  }

  async #list<Entry>(shape: z.ZodType<Entry>, call: GuestCall): Promise<Entry[]> {
    const reply = await this.#ok({ mostBytes: mostOfShort, ...call });
    const values = await parsedValue(call.path, reply);
    if (!Array.isArray(values)) throw new GuestReplyError(call.path, reply, 'all of it: it is not a list');
    const entries: Entry[] = [];
    for await (const value of inTurns(values)) {
      const read = shape.safeParse(value);
      if (!read.success) throw shapeFault(call.path, reply, read.error, String(entries.length));
      entries.push(read.data);
    }
    return entries;
  }

  async #ok(call: GuestCall): Promise<GuestReply> {
    return checked(call.path, await this.#http.call(call));
  }
}

async function shaped<T>(shape: z.ZodType<T>, path: string, reply: GuestReply): Promise<T> {
  const parsed = shape.safeParse(await parsedValue(path, reply));
  if (parsed.success) return parsed.data;
  throw shapeFault(path, reply, parsed.error);
}

async function parsedValue(path: string, reply: GuestReply): Promise<unknown> {
  // For 16 MB each step takes about 30 ms, so other tasks get a turn in between.
  const breath = (): Promise<void> | undefined => (reply.body.length > longAnswer ? nextTurn() : undefined);
  await breath();
  if (await hasMoreParts(reply.body, mostParts)) throw new GuestReplyError(path, reply, 'it has too many parts');
  await breath();
  const text = reply.body.toString('utf8');
  await breath();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    rethrowUnless(error, isMalformed);
    throw new GuestReplyError(path, reply, 'it is not JSON');
  }
  await breath();
  return value;
}

function shapeFault(path: string, reply: GuestReply, { issues }: z.ZodError, entry?: string): GuestReplyError {
  const [issue] = issues;
  const place = [...(entry === undefined ? [] : [entry]), ...(issue?.path ?? [])].join('.') || 'all of it';
  return new GuestReplyError(path, reply, `${place}: ${issue?.message ?? 'wrong shape'}`);
}

function checked(path: string, reply: GuestReply): GuestReply {
  if (reply.status < 200 || reply.status > 299) throw new GuestReplyError(path, reply);
  return reply;
}
