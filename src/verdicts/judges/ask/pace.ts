import { setTimeout as sleep } from 'node:timers/promises';

export interface PaceLimits {
  requestsPerMinute?: number | undefined;
  tokensPerMinute?: number | undefined;
  /** Length of a minute, for tests. */
  minuteMs?: number;
  /** Monotonic clock in milliseconds, for tests. */
  now?: () => number;
}

interface Passed {
  at: number;
  tokens: number;
}

/**
 * Limits requests and tokens per minute, in first-come order. A request counts as its maximum tokens until its answer
 * arrives, then as the actual number. A request larger than the token limit waits until no other request counts.
 */
export class Pace {
  readonly #requests: number;
  readonly #tokens: number;
  readonly #minuteMs: number;
  readonly #now: () => number;
  readonly #passed: Passed[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor({ requestsPerMinute, tokensPerMinute, minuteMs, now }: PaceLimits) {
    this.#requests = requestsPerMinute ?? Infinity;
    this.#tokens = tokensPerMinute ?? Infinity;
    this.#minuteMs = minuteMs ?? 60_000;
    this.#now = now ?? (() => performance.now());
  }

  /** Waits for the request's turn. Resolves to a function that records the request's actual tokens. */
  async pass(tokensAtMost: number, signal?: AbortSignal | undefined): Promise<(tokens: number) => void> {
    const before = this.#turn;
    let done: () => void = () => {};
    this.#turn = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      for (let wait = this.#waitMs(tokensAtMost); wait > 0; wait = this.#waitMs(tokensAtMost))
        await sleep(wait, undefined, { signal });
      signal?.throwIfAborted();
      const entry = { at: this.#now(), tokens: tokensAtMost };
      this.#passed.push(entry);
      return (tokens) => {
        entry.tokens = tokens;
      };
    } finally {
      done();
    }
  }

  #waitMs(tokens: number): number {
    const now = this.#now();
    while (this.#passed[0] !== undefined && this.#passed[0].at <= now - this.#minuteMs) this.#passed.shift();
    const oldest = this.#passed[0];
    if (oldest === undefined) return 0;
    const used = this.#passed.reduce((sum, item) => sum + item.tokens, 0);
    if (this.#passed.length < this.#requests && used + tokens <= this.#tokens) return 0;
    // Answers may free tokens before the oldest request expires.
    return Math.min(oldest.at + this.#minuteMs - now + 1, this.#minuteMs / 20);
  }
}
