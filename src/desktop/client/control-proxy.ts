import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { GuardedProxy } from './guarded-proxy.ts';
import { listen } from './listen.ts';
import type { RequestRule } from './request-guard.ts';

/**
 * Serves a desktop's control server on a TCP port. The default is a loopback address, because anyone who can reach the
 * port controls the desktop.
 */
export async function offerControl(
  open: (signal?: AbortSignal) => Promise<Duplex>,
  { port, host = '127.0.0.1', rule = { names: [] } }: { port: number; host?: string; rule?: RequestRule },
): Promise<Server> {
  const { server } = new GuardedProxy({ open, rule });
  await listen(server, { port, host, hint: 'Choose another with --port (0: any free port).' });
  return server;
}
