import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificates } from '../certificates.ts';

/** A server's TLS on a connection. A client that names no host gets the certificate of the one that it asked. */
export async function secureStream(socket: Socket, host: string, certificates: Certificates): Promise<Socket> {
  const stream = new TLSSocket(socket, {
    isServer: true,
    secureContext: await certificates.contextFor(host),
    SNICallback: (name, done) => {
      certificates.contextFor(name).then((context) => done(null, context), done);
    },
  });
  stream.on('error', () => socket.destroy());
  return stream;
}
