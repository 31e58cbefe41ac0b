import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import type { WebEntry } from '../../src/desktop/client/internet-protocol.ts';
import type { Bodies, BodyStream } from './bodies.ts';
import type { Certificates } from './certificates.ts';
import type { HostBook } from './host-book.ts';
import type { WriteLog } from './log.ts';
import { relayToOwnServer } from './own-server.ts';
import { secureConnection } from './secure-connection.ts';
import { emptyForm, readForm } from './sites/form-body.ts';
import type { SiteReply, SiteRequest } from './sites/site.ts';
import type { SiteBook } from './sites/site-book.ts';
import { SocketFrames } from './socket-frames.ts';
import type { Unfinished } from './unfinished.ts';
import { WireWatch } from './wire-watch.ts';
import { writtenMail } from './written-mail.ts';

/** Bytes of a body in a log entry. */
const inlineBody = 64 * 1024;
/** Bytes of a body that a site receives; the log has everything. */
const readBody = 8 * 1024 * 1024;

export interface WebSurroundings {
  book: HostBook;
  sites: SiteBook;
  certificates: Certificates;
  bodies: Bodies;
  log: WriteLog;
  unfinished: Unfinished;
}

/** Logs each request when its body is complete or the connection breaks. */
export async function startWebServer(around: WebSurroundings): Promise<void> {
  const plain = createWebServer('http', around);
  const secure = createWebServer('https', around);
  // Without SNI, the destination address identifies the host.
  const shell = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    relayToOwnServer(socket, 443, () => {
      const host = around.book.nameOf(socket.localAddress ?? '') ?? socket.localAddress ?? 'localhost';
      secureConnection(socket, { host, port: 443, protocol: 'http/1.1' }, around).then(
        (spoken) => spoken !== null && secure.emit('connection', spoken),
        () => socket.destroy(),
      );
    });
  });
  const plainShell = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    relayToOwnServer(socket, 80, () => plain.emit('connection', socket));
  });
  await Promise.all([listen(plainShell, 80), listen(shell, 443)]);
}

export function createWebServer(kind: 'http' | 'https', around: WebSurroundings): Server {
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 60_000, maxHeaderSize: 256 * 1024, requireHostHeader: false },
    answer(kind, around),
  );
  // By default, Node drops headers after the 2,000th.
  server.maxHeadersCount = 0;
  server.on('connection', (socket) => {
    const watch = new WireWatch();
    watches.set(socket, watch);
    const address = socket.localAddress ?? '';
    socket.on('data', (piece: Buffer) => watch.write(piece));
    const tell = (): void => {
      logRaw(watch.untaken(), address, kind, around);
      watch.stop();
    };
    const forget = around.unfinished.add(tell);
    socket.once('close', () => {
      forget();
      tell();
    });
  });
  server.on('request', (request) => watches.get(request.socket)?.request());
  server.on('upgrade', (request, socket, head) => {
    watches.get(socket)?.stop();
    upgraded(kind, around, request, socket as Socket, head);
  });
  server.on('connect', (request, socket, head) => {
    watches.get(socket)?.stop();
    logStream(kind, around, request, socket as Socket, head, asItIs);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  });
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error, socket) => {
    const last = (error as { rawPacket?: Buffer }).rawPacket ?? Buffer.alloc(0);
    const watch = watches.get(socket);
    const before = watch?.untaken() ?? { content: Buffer.alloc(0), bytes: 0 };
    watch?.stop();
    // Log data that isn't HTTP too, because it left the desktop.
    const all = { content: Buffer.concat([before.content, last]), bytes: before.bytes + last.length };
    logRaw(all, (socket as Socket).localAddress ?? '', kind, around);
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
  });
  return server;
}

function logRaw(
  { content, bytes }: { content: Buffer; bytes: number },
  address: string,
  kind: 'http' | 'https',
  { book, bodies, log }: WebSurroundings,
): void {
  if (content.length === 0) return;
  const bodyHash = bodies.keep(content);
  const body = content.subarray(0, inlineBody).toString('base64');
  const host = book.nameOf(address) ?? address;
  log({ kind: 'tcp', host, port: kind === 'http' ? 80 : 443, body, bytes, bodyHash });
}

const watches = new WeakMap<object, WireWatch>();

function upgraded(
  kind: 'http' | 'https',
  around: WebSurroundings,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const isWebSocket = /websocket/i.test(request.headers.upgrade ?? '');
  const frames = new SocketFrames();
  logStream(kind, around, request, socket, head, isWebSocket ? frames : asItIs);
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  const upgrade = isWebSocket ? 'websocket' : printableWord(request.headers.upgrade);
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', `Upgrade: ${upgrade}`];
  if (isWebSocket) lines.push(`Sec-WebSocket-Accept: ${accept}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
}

const printableWord = (text: string | undefined): string => /^[\w./-]{1,60}$/.exec(text ?? '')?.[0] ?? 'unknown';

const asItIs = { write: (piece: Buffer): Buffer => piece, end: (): Buffer => Buffer.alloc(0) };

/** Logs an upgraded or tunnelled connection as one request. Its body is all later data, decoded by `reader`. */
function logStream(
  kind: 'http' | 'https',
  { book, bodies, log, unfinished }: WebSurroundings,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  reader: Pick<SocketFrames, 'write' | 'end'>,
): void {
  const host = hostOf(request, book);
  const stream = bodies.open();
  const first: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    if (chunk.length === 0 || isLogged) return;
    if (bytes < inlineBody) first.push(chunk.subarray(0, inlineBody - bytes));
    bytes += chunk.length;
    const whenTaken = stream.write(chunk);
    if (whenTaken === null) return;
    socket.pause();
    whenTaken.then(() => socket.resume());
  };
  let isLogged = false;
  const write = (): void => {
    if (isLogged) return;
    take(reader.end());
    isLogged = true;
    forget();
    const body = Buffer.concat(first).toString('base64');
    const bodyHash = stream.end();
    log({
      kind,
      host,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: headersOf(request),
      ...moreOf(request),
      body: bytes === 0 ? undefined : body,
      bodyHash: bytes === 0 ? undefined : bodyHash,
      bytes,
    });
  };
  socket.on('error', () => socket.destroy());
  const forget = unfinished.add(write);
  socket.once('close', write);
  socket.setTimeout(streamIdle, () => socket.destroy());
  socket.once('end', () => socket.end());
  take(reader.write(head));
  socket.on('data', (piece: Buffer) => take(reader.write(piece)));
}

/** Idle limit of an upgraded connection in milliseconds. */
const streamIdle = 10_000;

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));

/** Trailers, chunk extensions and headers that Node drops. */
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

function answer(kind: 'http' | 'https', { book, sites, bodies, log, unfinished }: WebSurroundings): RequestListener {
  return (request, response) => {
    const host = hostOf(request, book);
    const kept: Buffer[] = [];
    let keptBytes = 0;
    let bytes = 0;
    let stream: BodyStream | null = null;
    const take = (chunk: Buffer): Promise<void> | null => {
      if (isLogged) return null;
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
      // The client is faster than the reader of the log, so pause instead of buffering.
      request.pause();
      whenTaken.then(() => request.resume());
    });
    let isLogged = false;
    const write = (isWhole: boolean) => {
      if (isLogged) return;
      isLogged = true;
      forget();
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
        body: bytes === 0 ? undefined : body,
        bodyHash,
        bytes,
        partial: isWhole ? undefined : (true as const),
      });
    };
    const forget = unfinished.add(() => write(false));
    // Log an incomplete request too, because it left the desktop.
    request.once('close', () => {
      // While paused, bytes may have arrived that no event delivered.
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
      if (reply.accepted !== undefined) log(acceptedEntry(kind, host, reply.accepted));
      send(request, response, reply);
    });
  };
}

function acceptedEntry(
  kind: 'http' | 'https',
  host: string,
  { path, fields }: NonNullable<SiteReply['accepted']>,
): WebEntry {
  const body = Buffer.from(new URLSearchParams(fields).toString());
  return {
    kind,
    host,
    method: 'ACCEPTED',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.subarray(0, inlineBody).toString('base64'),
    bytes: body.length,
  };
}

/** Uses the destination address, or the Host header if the address has no name. */
function hostOf(request: IncomingMessage, book: HostBook): string {
  const named = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const address = request.socket.localAddress ?? '';
  return book.nameOf(address) ?? (named === '' ? address : named);
}

function replyTo(request: IncomingMessage, sites: SiteBook, host: string, body: Buffer, bytes: number): SiteReply {
  const type = request.headers['content-type'] ?? '';
  const [path = '/', query = ''] = (request.url ?? '/').replace(/#.*$/s, '').split(/\?(.*)/s);
  const siteRequest: SiteRequest = {
    method: request.method ?? 'GET',
    host,
    path: decoded(path.replace(/^https?:\/\/[^/]*/i, '') || '/'),
    query: new URLSearchParams(query),
    form: bytes === 0 ? emptyForm() : readForm(type, body),
    cookie: request.headers.cookie ?? '',
    isNavigation: request.headers['sec-fetch-mode'] === 'navigate',
    bytes,
  };
  return sites.of(host).answer(siteRequest);
}

function send(request: IncomingMessage, response: ServerResponse, reply: SiteReply): void {
  const { status = 200, headers = {}, body: content = '' } = reply;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(content) });
  response.end(request.method === 'HEAD' ? undefined : content);
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
