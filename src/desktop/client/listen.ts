import type { Server } from 'node:net';
import { EnvironmentError, portMessage } from '../../base/errors.ts';

/** Throws EnvironmentError `port-taken` with `hint` if the port is taken. */
export async function listen(
  server: Server,
  { port, host, hint }: { port: number; host: string; hint: string },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause) =>
      reject(
        new EnvironmentError(portMessage(host, port, cause), {
          code: 'port-taken',
          hint,
          cause,
        }),
      ),
    );
    server.listen(port, host);
  });
}
