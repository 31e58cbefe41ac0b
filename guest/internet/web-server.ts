import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Server } from 'node:net';
import type { Certificates } from './certificates.ts';
import type { HostBook } from './host-book.ts';
import type { WriteLog } from './log.ts';

const keptBody = 64 * 1024;

/** Serves every host over HTTP and HTTPS, and logs each request when its body is there. */
export async function startWebServer(book: HostBook, certificates: Certificates, log: WriteLog): Promise<void> {
  const plain = createServer(answer('http', book, log));
  const secure = createSecureServer(
    {
      SNICallback: (host, done) => {
        certificates.contextFor(host).then((context) => done(null, context), done);
      },
      ALPNProtocols: ['http/1.1'],
    },
    answer('https', book, log),
  );
  secure.on('tlsClientError', () => undefined);
  await Promise.all([listen(plain, 80), listen(secure, 443)]);
}

function answer(kind: 'http' | 'https', book: HostBook, log: WriteLog): RequestListener {
  return (request, response) => {
    const host = hostOf(request, book);
    const kept: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      if (bytes < keptBody) kept.push(chunk.subarray(0, keptBody - bytes));
      bytes += chunk.length;
    });
    let isLogged = false;
    const write = () => {
      if (isLogged) return;
      isLogged = true;
      const { method, url: path } = request;
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const body = Buffer.concat(kept).toString('base64');
      log({ kind, host, method: method ?? '', path: path ?? '', headers, ...(bytes === 0 ? {} : { body }), bytes });
    };
    // A request that breaks off has still left the desktop.
    request.once('close', write);
    request.once('end', () => {
      write();
      sendPage(request, response, host);
    });
  };
}

/** By the address that was asked; by what the client says only where that address was never given to a name. */
function hostOf(request: IncomingMessage, book: HostBook): string {
  const named = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const address = request.socket.localAddress ?? '';
  return book.nameOf(address) ?? (named === '' ? address : named);
}

function sendPage(request: IncomingMessage, response: ServerResponse, host: string): void {
  const escaped = host.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped}</title></head>
<body><h1>${escaped}</h1><p>This page has no content yet.</p></body></html>
`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(page) });
  response.end(request.method === 'HEAD' ? undefined : page);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '0.0.0.0', resolve);
  });
}
