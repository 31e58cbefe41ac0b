import type { WebRequest } from '../../client/desktop.ts';

/** Entries of a desktop's log. An agent decides how much comes, so what is held in memory has a limit. */
export class RequestLog {
  readonly #entries: WebRequest[] = [];
  readonly #wholeBytes: number;
  readonly #mostEntries: number;
  #bytes = 0;

  /** Beyond `wholeBytes` (of lines) entries lose their inline body and headers; beyond `mostEntries` they are only counted. */
  constructor({ wholeBytes = 128 * 2 ** 20, mostEntries = 250_000 } = {}) {
    this.#wholeBytes = wholeBytes;
    this.#mostEntries = mostEntries;
  }

  /** `lineBytes`: length of the entry as it came. */
  add(entry: WebRequest, lineBytes: number): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && this.#entries.length >= this.#mostEntries) {
      last.lost = (last.lost ?? 0) + 1;
      return;
    }
    this.#bytes += lineBytes;
    this.#entries.push(this.#bytes <= this.#wholeBytes ? entry : shortened(entry));
  }

  /** Those from `time` (Unix milliseconds) on. */
  since(time: number): WebRequest[] {
    return this.#entries.filter((entry) => entry.time >= time);
  }
}

/** The body can still be had by its hash; of an address its first 2,000 letters stay. */
function shortened({ body: _, headers: __, path, ...entry }: WebRequest): WebRequest {
  return { ...entry, path: path?.slice(0, 2000), truncated: true };
}
