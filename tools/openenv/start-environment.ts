import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/desktop/free-port.ts';

const osharm = fileURLToPath(new URL('../../bin/osharm', import.meta.url));

/** Starts `osharm desktop env` and waits until it answers. Disposing ends it and its desktops. */
export async function startEnvironment(sessions: number): Promise<AsyncDisposable & { url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(osharm, ['desktop', 'env', '--port', String(port), '--sessions', String(sessions)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = async (): Promise<void> => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  const isUp = (): Promise<boolean> =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error(`osharm desktop env ended with ${server.exitCode}.`);
    await sleep(200);
  }
  return { url, [Symbol.asyncDispose]: end };
}
