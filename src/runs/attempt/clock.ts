import { pause } from '../../desktop/client/pause.ts';

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Rejects with the signal's reason on abort. */
  sleep(milliseconds: number, signal?: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: pause,
};
