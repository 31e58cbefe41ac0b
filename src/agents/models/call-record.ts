import { createHash } from 'node:crypto';
import { readableTexts } from '../../base/record/reasoning.ts';
import type { Exchange } from './http-exchange.ts';
import type { TokenUsage } from './messages.ts';
import { opaqueKeys, reasoningIn } from './reasoning-in.ts';

/** In characters. Longer strings are stored in `calls.jsonl` once and then referenced by their SHA-256. */
const inlineLimit = 512;
/** Opaque data, e.g. encrypted reasoning, has a lower limit because every later request repeats it. */
const opaqueInlineLimit = 64;

/** A line of `calls.jsonl`: one try of a call with its exact requests and replies. */
export interface CallLine {
  kind: 'call';
  /** Unix milliseconds. */
  time: number;
  role: string;
  model: string;
  /** 1-based. */
  try: number;
  durationMs: number;
  /** `ok`, `refusal`, `out-of-tokens`, `malformed-call`, `empty`, an error code, or `stopped` by the caller. */
  result: string;
  answeredBy: string | null;
  error: { code: string; message: string; isRetryable: boolean; retryInMs: number | null } | null;
  usage: TokenUsage | null;
  costUsd: number | null;
  exchanges: unknown[];
}

/** A large string that calls reference as `{"$sha256": …}`. Screenshots of the run are not repeated. */
export interface PartLine {
  kind: 'part';
  sha256: string;
  text: string;
}

export type CallRecordLine = CallLine | PartLine;

/** Writes calls and moves large strings into parts, each once per run. */
export class CallRecorder {
  readonly #write: (line: CallRecordLine) => void;
  readonly #known = new Set<string>();
  /** Reasoning texts. Each is stored as a part, whatever its length, so that the line of its step can reference it. */
  readonly #reasoning = new Set<string>();

  constructor(write: (line: CallRecordLine) => void) {
    this.#write = write;
  }

  /** Registers an image that is stored elsewhere (a screenshot), so that only its SHA-256 is recorded. */
  keptElsewhere(png: Uint8Array): void {
    this.#known.add(createHash('sha256').update(png).digest('hex'));
  }

  call(line: Omit<CallLine, 'exchanges' | 'kind'>, exchanges: readonly Exchange[]): void {
    for (const { response } of exchanges)
      for (const text of readableTexts(reasoningIn(response) ?? [])) this.#reasoning.add(text);
    this.#write({
      kind: 'call',
      ...line,
      exchanges: exchanges.map(({ request, response, ...rest }) => ({
        ...rest,
        request: this.#small(request),
        response: this.#small(parsed(response)),
      })),
    });
  }

  #small(value: unknown, limit = inlineLimit): unknown {
    if (typeof value === 'string')
      return value.length <= limit && !this.#reasoning.has(value) ? value : this.#part(value);
    if (Array.isArray(value)) return value.map((item) => this.#small(item));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          this.#small(item, opaqueKeys.has(key) ? opaqueInlineLimit : inlineLimit),
        ]),
      );
    }
    return value;
  }

  /** Hashes the decoded bytes of an image, so that the hash matches the screenshot's. */
  #part(text: string): unknown {
    const image = /^(?:data:(image\/[a-z]+);base64,)?(iVBORw0KGgo[A-Za-z0-9+/=]+)$/.exec(text);
    const bytes = image === null ? Buffer.from(text) : Buffer.from(image[2] as string, 'base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (!this.#known.has(sha256)) {
      this.#known.add(sha256);
      this.#write({ kind: 'part', sha256, text: image === null ? text : (image[2] as string) });
    }
    const prefix = image === null ? null : text.length - (image[2] as string).length;
    return {
      $sha256: sha256,
      bytes: bytes.length,
      encoding: image === null ? undefined : 'base64',
      prefix: image === null ? undefined : prefix === 0 ? undefined : text.slice(0, prefix ?? 0),
    };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
