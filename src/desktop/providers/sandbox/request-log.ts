import type { WebRequest } from '../../client/desktop.ts';

/** The log of requests. Its size is limited, because an agent controls the number of entries. */
export class RequestLog {
  readonly #entries: WebRequest[] = [];
  readonly #wholeBytes: number;
  readonly #mostEntries: number;
  #bytes = 0;

  /** Beyond `wholeBytes`, entries lose their inline body and headers; beyond `mostEntries`, they are only counted. */
  constructor({ wholeBytes = 128 * 2 ** 20, mostEntries = 250_000 } = {}) {
    this.#wholeBytes = wholeBytes;
    this.#mostEntries = mostEntries;
  }

  add(entry: WebRequest, lineBytes: number): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && this.#entries.length >= this.#mostEntries) {
      last.lost = (last.lost ?? 0) + 1;
      return;
    }
    this.#bytes += lineBytes;
    this.#entries.push(this.#bytes <= this.#wholeBytes ? entry : shortened(entry));
  }

  since(time: number): WebRequest[] {
    return this.#entries.filter((entry) => entry.time >= time);
  }
}

/** Drops the inline body, which remains available by its hash, and the headers. */
function shortened({ body: _, headers: __, path, ...entry }: WebRequest): WebRequest {
  return { ...entry, path: path?.slice(0, 2000), truncated: true };
}
