import { setTimeout as delay } from 'node:timers/promises';

/** Wall time, as a parameter. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Waits; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};
