import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desktop } from './desktop.ts';

const tries = 100;

/** Starts a shell in a new pseudo-terminal, as the desktop's user, and returns a stream to it. */
export async function openTerminal(
  desktop: Desktop,
  options: { shell: string; rows: number; columns: number; signal: AbortSignal },
): Promise<Duplex> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const shell = `EXEC:'sh -c "stty rows ${options.rows} cols ${options.columns}; exec ${options.shell}"',pty,setsid,ctty,stderr,sane`;
  await desktop.launch(['socat', `TCP-LISTEN:${port},bind=127.0.0.1`, shell], { signal: options.signal });
  for (let count = 1; ; count++) {
    try {
      return await desktop.connect(port, options.signal);
    } catch (error) {
      if (count === tries || options.signal.aborted) throw error;
      await sleep(50);
    }
  }
}
