import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; rejects with the signal's reason on abort. Node's timer rejects with a separate AbortError instead. */
export async function pause(milliseconds: number, signal?: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  }
}
