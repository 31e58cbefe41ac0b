import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Bodies, BodyStream } from './bodies.ts';
import type { Certificates } from './certificates.ts';
import type { HostBook } from './host-book.ts';
import type { WriteLog } from './log.ts';
import { emptyForm, readForm } from './sites/form-body.ts';
import type { SiteReply, SiteRequest } from './sites/site.ts';
import type { SiteBook } from './sites/site-book.ts';
import { SocketFrames } from './socket-frames.ts';
import { WireWatch } from './wire-watch.ts';
import { writtenMail } from './written-mail.ts';

/** Bytes of a body that stand in the log's own line. */
const inlineBody = 64 * 1024;
/** Bytes of a body that a site looks at; all of it is in the log. */
const readBody = 8 * 1024 * 1024;

export interface WebSurroundings {
  book: HostBook;
  sites: SiteBook;
  certificates: Certificates;
  bodies: Bodies;
  log: WriteLog;
}

/** Serves every host over HTTP and HTTPS, and logs each request, whole, when its body is there or breaks off. */
export async function startWebServer(around: WebSurroundings): Promise<void> {
  const plain = createWebServer('http', around);
  const secure = createWebServer('https', around);
  // By hand, since a client may name no host: then the address that it asked says whom it wants.
  const shell = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    const host = around.book.nameOf(socket.localAddress ?? '') ?? socket.localAddress ?? 'localhost';
    around.certificates.contextFor(host).then(
      (secureContext) => {
        // What a client says before anything is secret: the name that it wants, and the protocols that it speaks.
        const hello: { sni?: string; alpn?: string[] } = {};
        let isTold = false;
        const tell = (): void => {
          if (isTold) return;
          isTold = true;
          around.log({ kind: 'tls', host, port: 443, ...hello });
        };
        const spoken = new TLSSocket(socket, {
          isServer: true,
          secureContext,
          ALPNCallback: ({ protocols }) => {
            hello.alpn = protocols;
            return protocols.includes('http/1.1') ? 'http/1.1' : undefined;
          },
          SNICallback: (name, done) => {
            hello.sni = name;
            around.certificates.contextFor(name).then((context) => done(null, context), done);
          },
        });
        spoken.once('secure', tell).once('close', tell);
        spoken.on('error', () => spoken.destroy());
        secure.emit('connection', spoken);
      },
      () => socket.destroy(),
    );
  });
  await Promise.all([listen(plain, 80), listen(shell, 443)]);
}

/** One server of pages, not listening yet. */
export function createWebServer(kind: 'http' | 'https', around: WebSurroundings): Server {
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 60_000, maxHeaderSize: 256 * 1024 },
    answer(kind, around),
  );
  server.on('connection', (socket) => {
    const watch = new WireWatch();
    watches.set(socket, watch);
    socket.on('data', (piece: Buffer) => watch.write(piece));
  });
  server.on('upgrade', (request, socket, head) => upgraded(kind, around, request, socket as Socket, head));
  server.on('connect', (request, socket, head) => {
    logStream(kind, around, request, socket as Socket, head, (piece) => piece);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  });
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('clientError', (error, socket) => {
    const raw = (error as { rawPacket?: Buffer }).rawPacket;
    // What is no HTTP has still left the desktop.
    if (raw !== undefined && raw.length > 0) {
      const address = (socket as { localAddress?: string }).localAddress ?? '';
      const bodyHash = around.bodies.keep(raw);
      around.log({
        kind: 'tcp',
        host: around.book.nameOf(address) ?? address,
        port: kind === 'http' ? 80 : 443,
        body: raw.subarray(0, inlineBody).toString('base64'),
        bytes: raw.length,
        bodyHash,
      });
    }
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
  });
  return server;
}

/** What reads along on each connection. */
const watches = new WeakMap<object, WireWatch>();

/** Takes a WebSocket, or whatever else a client turns its connection into, and listens to its end. */
function upgraded(
  kind: 'http' | 'https',
  around: WebSurroundings,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const isWebSocket = /websocket/i.test(request.headers.upgrade ?? '');
  const frames = new SocketFrames();
  logStream(kind, around, request, socket, head, (piece) => (isWebSocket ? frames.write(piece) : piece));
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  const upgrade = isWebSocket ? 'websocket' : printableWord(request.headers.upgrade);
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', `Upgrade: ${upgrade}`];
  if (isWebSocket) lines.push(`Sec-WebSocket-Accept: ${accept}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
}

const printableWord = (text: string | undefined): string => /^[\w./-]{1,60}$/.exec(text ?? '')?.[0] ?? 'unknown';

/** Logs a request whose connection goes on as something else: all that comes on it is its body. */
function logStream(
  kind: 'http' | 'https',
  { book, bodies, log }: WebSurroundings,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  read: (piece: Buffer) => Buffer,
): void {
  const host = hostOf(request, book);
  const stream = bodies.open();
  const first: Buffer[] = [];
  let bytes = 0;
  const take = (piece: Buffer): void => {
    const said = read(piece);
    if (said.length === 0) return;
    if (bytes < inlineBody) first.push(said.subarray(0, inlineBody - bytes));
    bytes += said.length;
    const whenTaken = stream.write(said);
    if (whenTaken === null) return;
    socket.pause();
    whenTaken.then(() => socket.resume());
  };
  let isLogged = false;
  const write = (): void => {
    if (isLogged) return;
    isLogged = true;
    const body = Buffer.concat(first).toString('base64');
    const bodyHash = stream.end();
    log({
      ...{ kind, host, method: request.method ?? '', path: request.url ?? '', headers: headersOf(request) },
      ...moreOf(request),
      ...(bytes === 0 ? {} : { body, bodyHash }),
      bytes,
    });
  };
  socket.on('error', () => socket.destroy());
  socket.once('close', write);
  // A socket that stays open says what came until now; what comes after is an entry of its own kind no more.
  socket.setTimeout(streamIdle, () => socket.destroy());
  socket.once('end', () => socket.end());
  if (head.length > 0) take(head);
  socket.on('data', take);
}

/** Milliseconds in which an upgraded connection may say nothing. */
const streamIdle = 10_000;

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));

/** What stands beside headers and body: trailers, extensions of chunks, and headers that came twice where one is kept. */
function moreOf(request: IncomingMessage): { more?: string } {
  const kept = headersOf(request);
  const lines: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (!(kept[name.toLowerCase()] ?? '').includes(value)) lines.push(`${name}: ${value}`);
  }
  for (let at = 0; at < request.rawTrailers.length; at += 2)
    lines.push(`${request.rawTrailers[at]}: ${request.rawTrailers[at + 1]}`);
  const extensions = watches.get(request.socket)?.take() ?? '';
  if (extensions !== '') lines.push(extensions);
  return lines.length === 0 ? {} : { more: lines.join('\n') };
}

function answer(kind: 'http' | 'https', { book, sites, bodies, log }: WebSurroundings): RequestListener {
  return (request, response) => {
    const host = hostOf(request, book);
    const kept: Buffer[] = [];
    let keptBytes = 0;
    let bytes = 0;
    let stream: BodyStream | null = null;
    const take = (chunk: Buffer): Promise<void> | null => {
      bytes += chunk.length;
      if (keptBytes < readBody) {
        kept.push(chunk.subarray(0, readBody - keptBytes));
        keptBytes += chunk.length;
      }
      stream ??= bodies.open();
      return stream.write(chunk);
    };
    request.on('data', (chunk: Buffer) => {
      const whenTaken = take(chunk);
      if (whenTaken === null) return;
      // Who reads the log is slower than who sends: nothing is kept in between.
      request.pause();
      whenTaken.then(() => request.resume());
    });
    let isLogged = false;
    const write = (isWhole: boolean) => {
      if (isLogged) return;
      isLogged = true;
      const { method, url: path } = request;
      const body = Buffer.concat(kept).subarray(0, inlineBody).toString('base64');
      const bodyHash = stream?.end();
      log({
        kind,
        host,
        method: method ?? '',
        path: path ?? '',
        headers: headersOf(request),
        ...moreOf(request),
        ...(bytes === 0 ? {} : { body }),
        ...(bodyHash === undefined ? {} : { bodyHash }),
        bytes,
        ...(isWhole ? {} : { partial: true as const }),
      });
    };
    // A request that breaks off has still left the desktop.
    request.once('close', () => {
      // What came while nothing more could be taken is still in the stream of one that broke off.
      if (!isLogged) for (let chunk = request.read(); chunk !== null; chunk = request.read()) take(chunk);
      write(request.complete);
    });
    request.on('error', () => undefined);
    request.once('end', () => {
      write(true);
      const reply = replyTo(request, sites, host, Buffer.concat(kept), bytes);
      if (reply.mail !== undefined)
        log(
          writtenMail(reply.mail, { host, port: kind === 'http' ? 80 : 443, isWhole: bytes <= readBody }, bodies.keep),
        );
      send(request, response, reply);
    });
  };
}

/** By the address that was asked; by what the client says only where that address was never given to a name. */
function hostOf(request: IncomingMessage, book: HostBook): string {
  const named = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const address = request.socket.localAddress ?? '';
  return book.nameOf(address) ?? (named === '' ? address : named);
}

function replyTo(request: IncomingMessage, sites: SiteBook, host: string, body: Buffer, bytes: number): SiteReply {
  const type = request.headers['content-type'] ?? '';
  const [path = '/', query = ''] = (request.url ?? '/').replace(/#.*$/s, '').split(/\?(.*)/s);
  const asked: SiteRequest = {
    method: request.method ?? 'GET',
    host,
    path: decoded(path.replace(/^https?:\/\/[^/]*/i, '') || '/'),
    query: new URLSearchParams(query),
    form: bytes === 0 ? emptyForm() : readForm(type, body),
    bytes,
  };
  return sites.of(host).answer(asked);
}

function send(request: IncomingMessage, response: ServerResponse, reply: SiteReply): void {
  const { status = 200, headers = {}, body: said = '' } = reply;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(said) });
  response.end(request.method === 'HEAD' ? undefined : said);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function listen(server: TcpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '0.0.0.0', resolve);
  });
}
