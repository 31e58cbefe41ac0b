import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRates } from 'osharm/queue';
import { fallback, rethrowUnless } from 'osharm/queue';
import { isOutage, type QueueDatabase } from './database.ts';
import { type Granted, grantCalls, lowerRate } from './rate-table.ts';

/** Milliseconds for which granted calls may be made. */
const leaseMs = 2000;
/** Milliseconds between two times that a worker asks, at least and at most. */
const shortestMs = 100;
const longestMs = 1000;

/** A call that waits to be granted. */
interface Waiting {
  go(): void;
  fail(fault: unknown): void;
}

/** What this worker knows of one provider. */
interface Share {
  /** Calls that may be made until `until`; null: any number. */
  left: number | null;
  /** By `performance.now`. */
  until: number;
  /** Calls made since it last asked, where any number may be made. */
  made: number;
  /** Tokens used since it last asked. */
  tokens: number;
  /** Of the last grant: what it goes on with while the database is away. */
  lastGrant: Granted['calls'];
  waiting: Waiting[];
  asking: Promise<void> | null;
}

/** The rates that all workers of a queue share: each takes its part in leases of two seconds. */
export class FleetRates implements ModelRates {
  readonly #database: QueueDatabase;
  readonly #worker: string;
  readonly #shares = new Map<string, Share>();

  /** `worker`: names this process among the others. */
  constructor(database: QueueDatabase, worker: string) {
    this.#database = database;
    this.#worker = worker;
  }

  async admit(provider: string, signal?: AbortSignal | undefined): Promise<(tokens: number) => void> {
    signal?.throwIfAborted();
    const share = this.#shareOf(provider);
    if (share.waiting.length > 0 || !take(share)) {
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = {
          go() {
            signal?.removeEventListener('abort', stop);
            resolve();
          },
          fail(fault) {
            signal?.removeEventListener('abort', stop);
            reject(fault);
          },
        };
        const stop = (): void => {
          share.waiting.splice(share.waiting.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', stop, { once: true });
        share.waiting.push(waiting);
        share.asking ??= this.#ask(provider, share)
          .catch((fault: unknown) => {
            for (const item of share.waiting.splice(0)) item.fail(fault);
          })
          .finally(() => {
            share.asking = null;
          });
      });
    }
    return (tokens) => {
      share.tokens += tokens;
    };
  }

  tooMuch(provider: string, waitMs: number): void {
    const share = this.#shareOf(provider);
    share.left = 0;
    // A database that is away: the gate of this process slows it all the same.
    void lowerRate(this.#database, provider, waitMs).catch(fallback(undefined, isOutage));
  }

  #shareOf(provider: string): Share {
    let share = this.#shares.get(provider);
    if (share === undefined) {
      share = { left: 0, until: 0, made: 0, tokens: 0, lastGrant: null, waiting: [], asking: null };
      this.#shares.set(provider, share);
    }
    return share;
  }

  /** Asks for calls until none waits. */
  async #ask(provider: string, share: Share): Promise<void> {
    while (share.waiting.length > 0) {
      const { tokens, made } = share;
      const returned = performance.now() < share.until ? 0 : (share.left ?? 0);
      let granted: Granted;
      try {
        granted = await grantCalls(this.#database, {
          provider,
          worker: this.#worker,
          wanted: share.waiting.length,
          returned,
          made,
          tokens,
        });
        share.tokens -= tokens;
        share.made -= made;
        if (granted.calls !== 0) share.lastGrant = granted.calls;
      } catch (error) {
        // The database is away: as many as it last granted.
        rethrowUnless(error, isOutage);
        await sleep(leaseMs);
        granted = { calls: share.lastGrant === null ? null : Math.max(1, share.lastGrant), retryMs: leaseMs };
      }
      share.left = granted.calls;
      share.until = performance.now() + leaseMs;
      while (share.waiting.length > 0 && take(share)) share.waiting.shift()?.go();
      if (share.waiting.length > 0)
        await sleep(Math.min(longestMs, Math.max(shortestMs, granted.retryMs)) * (0.75 + Math.random() / 2));
    }
  }
}

/** Takes one call of what is granted; false where there is none. */
function take(share: Share): boolean {
  if (performance.now() >= share.until || share.left === 0) return false;
  if (share.left === null) share.made += 1;
  else share.left -= 1;
  return true;
}
