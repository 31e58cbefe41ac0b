import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRates } from 'osharm/queue';
import { fallback, rethrowUnless } from 'osharm/queue';
import { isOutage, type QueueDatabase } from './database.ts';
import { type Granted, grantCalls, lowerRate } from './rate-table.ts';

const leaseMs = 2000;
const shortestMs = 100;
const longestMs = 1000;

interface Waiting {
  go(): void;
  fail(fault: unknown): void;
}

interface Share {
  /** Calls left until `until`; null for no limit. */
  left: number | null;
  until: number;
  /** Calls since the last grant was requested, counted only if there is no limit. */
  made: number;
  tokens: number;
  /** Reused while the database is unreachable. */
  lastGrant: Granted['calls'];
  waiting: Waiting[];
  asking: Promise<void> | null;
}

/** Rates shared by all workers of a queue. Each worker leases calls for two seconds at a time. */
export class FleetRates implements ModelRates {
  readonly #database: QueueDatabase;
  readonly #worker: string;
  readonly #shares = new Map<string, Share>();

  /** `worker` must be unique per process. */
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
    // Without the database, this process still limits its own rate.
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
        // While the database is unreachable, continue with the size of the last grant.
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

function take(share: Share): boolean {
  if (performance.now() >= share.until || share.left === 0) return false;
  if (share.left === null) share.made += 1;
  else share.left -= 1;
  return true;
}
