import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isStopOf } from '../../base/errors.ts';
import { fallback, isAborted } from '../../base/expected-errors.ts';
import { serveTry } from '../try/server.ts';
import { TrySession } from '../try/session.ts';
import type { Tried } from '../try/tried.ts';

/** Serves a live desktop's page until the desktop ends or the signal aborts. `onReady` receives its address. */
export async function serveUntilStopped(
  tried: Tried,
  {
    host,
    port,
    token = randomBytes(18).toString('base64url'),
  }: { host: string; port: number; token?: string | undefined },
  signal: AbortSignal,
  onReady: (url: string) => void,
): Promise<void> {
  const session = new TrySession(tried, signal);
  const server = await serveTry(session, { host, port, token });
  try {
    onReady(server.url);
    // The page also shows why a desktop failed to start. In this command, the failure is fatal.
    await session.start().catch((error: unknown) => {
      if (!isStopOf(error, signal)) throw error;
    });
    while (!signal.aborted && (tried.task !== null || session.state().phase === 'ready')) {
      await setTimeout(1000, undefined, { signal }).catch(fallback(undefined, isAborted));
    }
  } finally {
    await session.end();
    await server.close();
  }
}
