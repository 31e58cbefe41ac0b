import type { Server } from 'node:net';

/** A port of a mail server; a secure one begins with TLS. */
export interface MailPort {
  port: number;
  isSecure: boolean;
}

/** Listens on a port of every address; 0 is any that is free. */
export function listen(server: Server, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '0.0.0.0', () => resolve(server));
  });
}
