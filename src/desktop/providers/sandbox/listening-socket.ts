import { rename } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';

/** A listening Unix socket that another process serves: hand on `descriptor`, then call `release`. */
export interface ListeningSocket {
  path: string;
  descriptor: number;
  /** Gives up our own copy. The socket's path stays. */
  release(): void;
}

/** Makes a listening Unix socket at `path`. Connections wait in its queue until whoever gets the descriptor takes them. */
export async function makeListeningSocket(path: string): Promise<ListeningSocket> {
  const server = createServer();
  const temporary = `${path}~`;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(temporary, 64, resolve);
  });
  // Node removes the path that it listened on when the server closes: by then it has another name.
  await rename(temporary, path);
  return { path, descriptor: descriptorOf(server), release: () => void server.close() };
}

function descriptorOf(server: Server): number {
  const handle = (server as unknown as { _handle: { fd: number } | null })._handle;
  if (handle === null || handle.fd < 0) throw new Error('A listening socket has no descriptor.');
  return handle.fd;
}
