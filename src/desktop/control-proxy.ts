import { connect, createServer, type Server } from 'node:net';
import { EnvironmentError } from '../errors.ts';

/**
 * Offers a desktop's control socket on a TCP port, for clients that know only host and port (OSWorld's own, a browser).
 * Whoever reaches the port controls the desktop, so the address is the machine's own unless another is asked for.
 */
export async function offerControl(socketPath: string, port: number, host = '127.0.0.1'): Promise<Server> {
  const server = createServer((client) => {
    const inside = connect(socketPath);
    for (const [from, to] of [
      [client, inside],
      [inside, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause) =>
      reject(
        new EnvironmentError(`Port ${port} of ${host} can't be used: ${cause.message}.`, {
          code: 'port-taken',
          hint: 'Give another one with --port (0 takes any that is free).',
          cause,
        }),
      ),
    );
    server.listen(port, host);
  });
  return server;
}
