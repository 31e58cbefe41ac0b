import { createServer, type Server } from 'node:net';
import { secureConnection } from '../../secure-connection.ts';
import { listen, type MailPort } from '../listen.ts';
import type { MailSurroundings } from '../mail-surroundings.ts';

export const imapPorts: readonly MailPort[] = [
  { port: 143, isSecure: false },
  { port: 993, isSecure: true },
];

/** Lets mail programs into the mailboxes at any host: any name and any password is right. */
export function startImap(mail: MailSurroundings, ports = imapPorts): Promise<Server[]> {
  return Promise.all(
    ports.map(({ port, isSecure }) => {
      const server = createServer(async (socket) => {
        socket.on('error', () => socket.destroy());
        try {
          // Loaded at the first connection: a desktop is ready sooner than anybody reads mail.
          const { serveImap } = await import('./connection.ts');
          const address = socket.localAddress ?? '';
          const host = mail.book.nameOf(address) ?? address;
          const stream = isSecure ? await secureConnection(socket, { host, port }, mail) : socket;
          if (stream !== null) await serveImap(stream, { host, port, isSecure }, mail);
        } catch (error) {
          // A fault of ours must not end the other servers; the client sees its connection end.
          process.stderr.write(`imap: ${(error as Error).stack}\n`);
          socket.destroy();
        }
      });
      return listen(server, port);
    }),
  );
}
