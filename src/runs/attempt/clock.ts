import { pause } from '../../desktop/client/pause.ts';

/** Wall time, as a parameter. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Waits; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: pause,
};
