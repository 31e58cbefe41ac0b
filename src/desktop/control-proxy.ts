import { createServer, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { joinStreams } from './join-streams.ts';
import { listen } from './listen.ts';

/**
 * Offers a desktop's control server on a TCP port, for clients that know only host and port (OSWorld's own, a browser).
 * Whoever reaches the port controls the desktop, so the address is the machine's own unless another is asked for.
 */
export async function offerControl(
  open: (signal: AbortSignal) => Promise<Duplex>,
  port: number,
  host = '127.0.0.1',
): Promise<Server> {
  const server = createServer((client) => void joinStreams(client, open));
  await listen(server, { port, host, hint: 'Give another one with --port (0 takes any that is free).' });
  return server;
}
