import { rename } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';

/** A listening Unix socket for another process: pass on `descriptor`, then call `release`. */
export interface ListeningSocket {
  path: string;
  descriptor: number;
  /** Closes this process's descriptor and keeps the socket's path. */
  release(): void;
}

/** Connections wait in the backlog until the other process accepts them. */
export async function makeListeningSocket(path: string): Promise<ListeningSocket> {
  const server = createServer();
  const temporary = `${path}~`;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(temporary, 64, resolve);
  });
  // Node removes the path it listened on when the server closes, so rename the socket first.
  await rename(temporary, path);
  return { path, descriptor: descriptorOf(server), release: () => void server.close() };
}

function descriptorOf(server: Server): number {
  const handle = (server as unknown as { _handle: { fd: number } | null })._handle;
  if (handle === null || handle.fd < 0) throw new Error('The listening socket has no descriptor.');
  return handle.fd;
}
