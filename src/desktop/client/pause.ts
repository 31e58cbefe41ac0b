import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds; rejects with the signal's own reason when it is aborted (Node's rejects with an error of its own). */
export async function pause(milliseconds: number, signal?: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  }
}
