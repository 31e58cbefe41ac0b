import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificates } from './certificates.ts';
import { clientHello } from './client-hello.ts';
import type { WriteLog } from './log.ts';

/** Maximum bytes of a TLS alert, including record headers. */
const longestAlert = 64;

/**
 * Logs the client's unencrypted first message. Null if the client doesn't speak TLS. Without SNI, the certificate is
 * for the host that the client connected to.
 */
export async function secureConnection(
  socket: Socket,
  { host, port, protocol }: { host: string; port: number; protocol?: string },
  { certificates, log }: { certificates: Certificates; log: WriteLog },
): Promise<TLSSocket | null> {
  const [{ message, isTls }, secureContext] = await Promise.all([clientHello(socket), certificates.contextFor(host)]);
  const body = message.length === 0 ? {} : { body: message.toString('base64'), bytes: message.length };
  if (!isTls) {
    log({ kind: 'tcp', host, port, ...body });
    socket.destroy();
    return null;
  }
  const hello: { sni?: string; alpn?: string[] } = {};
  let isTold = false;
  const tell = (isSecure: boolean): void => {
    if (isTold) return;
    isTold = true;
    // If the handshake fails, the client may have sent more than the first message.
    const bytes = isSecure ? message.length : Math.max(message.length, socket.bytesRead - longestAlert);
    log({ kind: 'tls', host, port, ...hello, ...body, bytes });
  };
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext,
    ALPNCallback: ({ protocols }) => {
      hello.alpn = protocols;
      return protocol !== undefined && protocols.includes(protocol) ? protocol : undefined;
    },
    SNICallback: (name, done) => {
      hello.sni = name;
      certificates.contextFor(name).then((context) => done(null, context), done);
    },
  });
  secure.once('secure', () => tell(true)).once('close', () => tell(false));
  secure.on('error', () => secure.destroy());
  return secure;
}
