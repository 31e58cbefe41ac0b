import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError } from '../../../base/errors.ts';
import { fallback, isAborted } from '../../../base/expected-errors.ts';
import type { GuestClient } from '../guest-client.ts';
import { GuestReplyError } from '../guest-http.ts';

/** Ours answers under `/v2/`; a classic one only what OSWorld's answers. */
export type GuestKind = 'v2' | 'classic';

export interface GuestWaitOptions {
  /** The desktop, as the beginning of a sentence. */
  what: string;
  /** In milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Why it never will answer, where that is known. */
  alive?: () => string | null | Promise<string | null>;
  /** Between two tries, in milliseconds. */
  period?: number;
}

/**
 * Asks until a desktop's control server answers and its screen can be seen. `alive` may say why it never will.
 * Throws EnvironmentError `guest-not-ready` after `deadline` milliseconds, with the last answer.
 */
export async function waitForGuest(guest: GuestClient, options: GuestWaitOptions): Promise<GuestKind> {
  const { what, deadline, signal, alive = () => null, period = 500 } = options;
  const late = AbortSignal.timeout(deadline);
  const stop = signal === undefined ? late : AbortSignal.any([late, signal]);
  let last = 'no answer';
  while (!stop.aborted) {
    const end = await alive();
    if (end !== null) throw notReady(`${what} ended while it started: ${end}.`);
    try {
      const kind = await kindOf(guest, stop);
      if (kind === 'starting') last = 'it is starting';
      else return kind;
    } catch (error) {
      signal?.throwIfAborted();
      last = (error as Error).message;
    }
    await sleep(period, undefined, { signal: stop }).catch(fallback(undefined, isAborted));
  }
  signal?.throwIfAborted();
  throw notReady(`${what} was not ready within ${deadline / 1000} s (${last})`);
}

async function kindOf(guest: GuestClient, signal: AbortSignal): Promise<GuestKind | 'starting'> {
  try {
    return (await guest.health(signal)).ready ? 'v2' : 'starting';
  } catch (error) {
    if (!(error instanceof GuestReplyError) || error.status !== 404) throw error;
  }
  // OSWorld's server has no word for "ready": a picture of the screen is.
  await guest.screenshot(signal);
  return 'classic';
}

function notReady(message: string): EnvironmentError {
  return new EnvironmentError(message, {
    code: 'guest-not-ready',
    isRetryable: true,
    hint: 'Check that its control server answers: curl -s ADDRESS/platform',
  });
}
