import { createHash } from 'node:crypto';
import { readableTexts } from '../../base/record/reasoning.ts';
import type { Exchange } from './http-exchange.ts';
import type { TokenUsage } from './messages.ts';
import { opaqueKeys, reasoningIn } from './reasoning-in.ts';

/** Strings longer than this stand in `calls.jsonl` once, and by their SHA-256 after that. */
const inlineLimit = 512;
/** What only a provider can read returns with every later request: shorter ones are stored once too. */
const opaqueInlineLimit = 64;

/** One line of `calls.jsonl`: a try of a call, with every exact request and reply. */
export interface CallLine {
  kind: 'call';
  /** Unix milliseconds. */
  time: number;
  role: string;
  model: string;
  /** 1-based try of this call. */
  try: number;
  durationMs: number;
  /** `ok`, `refusal`, `out-of-tokens`, `malformed-call`, `empty`, the code of an error, or `stopped` by the caller. */
  result: string;
  /** The model that the answer names; null if it names none. */
  answeredBy: string | null;
  error: { code: string; message: string; isRetryable: boolean; retryInMs: number | null } | null;
  usage: TokenUsage | null;
  costUsd: number | null;
  exchanges: unknown[];
}

/** A large part that calls name as `{"$sha256": …}`. An image that the run keeps as a screenshot is not repeated. */
export interface PartLine {
  kind: 'part';
  sha256: string;
  text: string;
}

export type CallRecordLine = CallLine | PartLine;

/** Takes large strings out of what is recorded, each once for each run. */
export class CallRecorder {
  readonly #write: (line: CallRecordLine) => void;
  readonly #known = new Set<string>();
  /** Texts of the model's reasoning: each is a part, whatever its length, that the line of its step names. */
  readonly #reasoning = new Set<string>();

  constructor(write: (line: CallRecordLine) => void) {
    this.#write = write;
  }

  /** Names an image that is kept elsewhere (a screenshot): requests that hold it name its SHA-256 alone. */
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

  /** An image is named by the hash of its bytes, so that it is found among the screenshots; text by its own. */
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
