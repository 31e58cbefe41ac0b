import { createServer, type Server } from 'node:net';
import { secureConnection } from '../../secure-connection.ts';
import { listen, type MailPort } from '../listen.ts';
import type { MailSurroundings } from '../mail-surroundings.ts';

export const imapPorts: readonly MailPort[] = [
  { port: 143, isSecure: false },
  { port: 993, isSecure: true },
];

/** Accepts any user name and password at any host. */
export function startImap(mail: MailSurroundings, ports = imapPorts): Promise<Server[]> {
  return Promise.all(
    ports.map(({ port, isSecure }) => {
      const server = createServer(async (socket) => {
        socket.on('error', () => socket.destroy());
        try {
          // Imported on first use, to make the desktop ready sooner.
          const { serveImap } = await import('./connection.ts');
          const address = socket.localAddress ?? '';
          const host = mail.book.nameOf(address) ?? address;
          const stream = isSecure ? await secureConnection(socket, { host, port }, mail) : socket;
          if (stream !== null) await serveImap(stream, { host, port, isSecure }, mail);
        } catch (error) {
          // An error must not stop the other servers; the client sees its connection end.
          process.stderr.write(`imap: ${(error as Error).stack}\n`);
          socket.destroy();
        }
      });
      return listen(server, port);
    }),
  );
}
