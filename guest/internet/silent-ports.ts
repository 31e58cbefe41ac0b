import { createServer } from 'node:net';
import type { Bodies } from './bodies.ts';
import type { HostBook } from './host-book.ts';
import type { WriteLog } from './log.ts';
import type { Unfinished } from './unfinished.ts';

/**
 * Connections to these well-known ports are accepted and logged. Ports from 1024 on stay free for the desktop's
 * servers.
 */
export const silentPorts = [
  20, 21, 22, 23, 69, 79, 110, 113, 119, 123, 139, 179, 194, 389, 445, 514, 515, 544, 554, 563, 636, 853, 873, 989, 990,
  992, 995,
];

const most = 64 * 1024 * 1024;
const inline = 64 * 1024;

/** Skips ports that a service of the desktop already uses. */
export async function startSilentPorts(around: {
  book: HostBook;
  bodies: Bodies;
  log: WriteLog;
  unfinished: Unfinished;
}): Promise<void> {
  await Promise.all(silentPorts.map((port) => listen(port, around)));
}

function listen(
  port: number,
  { book, bodies, log, unfinished }: Parameters<typeof startSilentPorts>[0],
): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const address = socket.localAddress ?? '';
    const host = book.nameOf(address) ?? address;
    const body = bodies.open();
    const first: Buffer[] = [];
    let bytes = 0;
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    let isLogged = false;
    socket.on('data', (chunk) => {
      if (isLogged) return;
      if (bytes < inline) first.push(chunk);
      bytes += chunk.length;
      const whenTaken = body.write(chunk);
      if (whenTaken !== null) {
        socket.pause();
        whenTaken.then(() => socket.resume());
      }
      if (bytes > most) socket.destroy();
    });
    socket.on('end', () => socket.end());
    const write = (): void => {
      if (isLogged) return;
      isLogged = true;
      forget();
      const bodyHash = body.end();
      const start = Buffer.concat(first).subarray(0, inline).toString('base64');
      log({
        kind: 'tcp',
        host,
        port,
        bytes,
        body: bytes === 0 ? undefined : start,
        bodyHash: bytes === 0 ? undefined : bodyHash,
      });
    };
    const forget = unfinished.add(write);
    socket.on('close', write);
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve());
    server.listen(port, '0.0.0.0', resolve);
  });
}
