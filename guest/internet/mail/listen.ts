import type { Server } from 'node:net';

/** `isSecure`: TLS from the start. */
export interface MailPort {
  port: number;
  isSecure: boolean;
}

export function listen(server: Server, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '0.0.0.0', () => resolve(server));
  });
}
