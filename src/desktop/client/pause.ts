import { setTimeout as sleep } from 'node:timers/promises';

/** On abort, rejects with the signal's reason; Node's timer would reject with an AbortError. */
export async function pause(milliseconds: number, signal?: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  }
}
