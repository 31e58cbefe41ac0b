import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError } from '../../../base/errors.ts';
import { fallback, isAborted } from '../../../base/expected-errors.ts';
import type { GuestClient } from '../guest-client.ts';
import { GuestReplyError } from '../guest-http.ts';

/** `v2`: osharm's server. `classic`: OSWorld's server, without `/v2/`. */
export type GuestKind = 'v2' | 'classic';

export interface GuestWaitOptions {
  /** Names the desktop at the start of an error message. */
  what: string;
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Returns the reason if the server can never answer, else null. */
  alive?: () => string | null | Promise<string | null>;
  period?: number;
}

/** Polls until the control server answers. Throws EnvironmentError `guest-not-ready` with the last answer. */
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
  // OSWorld's server has no readiness endpoint; a screenshot shows that it is ready.
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
