import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type RequestRule, refusalOf } from '../../src/desktop/client/request-guard.ts';
import { DBusError } from '../accessibility/dbus/dbus-error.ts';
import { type GuestRequest, guestRequest } from './guest-request.ts';
import { PageError, page, type Reply } from './reply.ts';

export interface Route {
  method: 'GET' | 'POST';
  /** The request is answered with an error after this time. */
  deadlineMs: number;
  handle(request: GuestRequest): Promise<Reply> | Reply;
}

function send(response: ServerResponse, reply: Reply, isHead: boolean): void {
  const length =
    typeof reply.body === 'string' || Buffer.isBuffer(reply.body) ? Buffer.byteLength(reply.body) : reply.body.size;
  response.writeHead(reply.status, { ...reply.headers, 'Content-Length': length });
  if (isHead) response.end();
  else if (typeof reply.body === 'string' || Buffer.isBuffer(reply.body)) response.end(reply.body);
  else if (reply.body.size === 0) response.end();
  else {
    // `end` keeps a growing file from exceeding the announced length.
    createReadStream(reply.body.file, { end: reply.body.size - 1 })
      .on('error', () => response.destroy())
      .pipe(response);
  }
}

const tookLonger = (): Reply => page(500, 'The request took longer than the server allows.');

async function answer(route: Route, message: IncomingMessage, response: ServerResponse, url: URL): Promise<Reply> {
  const stop = new AbortController();
  const gone = () => {
    if (!response.writableFinished) stop.abort(new Error('the client disconnected'));
  };
  response.once('close', gone);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Reply>((resolve) => {
    timer = setTimeout(() => {
      stop.abort(new Error('the deadline passed'));
      resolve(tookLonger());
    }, route.deadlineMs);
  });
  try {
    const handled = Promise.resolve(route.handle(guestRequest(message, url.searchParams, stop.signal)));
    return await Promise.race([handled, late]);
  } catch (error) {
    if (error instanceof PageError) return page(error.status);
    // A slow accessibility bus is not an internal error.
    if (error instanceof DBusError && error.code === 'deadline') return tookLonger();
    console.error(error);
    return page(500);
  } finally {
    clearTimeout(timer);
  }
}

async function respond(
  routes: ReadonlyMap<string, Route>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let url: URL;
  try {
    url = new URL(message.url ?? '/', 'http://desktop');
  } catch {
    return send(response, page(400), false);
  }
  const route = routes.get(url.pathname);
  const isHead = message.method === 'HEAD';
  if (!route) return send(response, page(404), isHead);
  if (message.method !== route.method && !(isHead && route.method === 'GET')) {
    const allowed = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
    const reply = page(405);
    return send(response, { ...reply, headers: { ...reply.headers, Allow: allowed } }, isHead);
  }
  const reply = await answer(route, message, response, url);
  if (!response.destroyed) send(response, reply, isHead);
  message.resume();
}

/** Not yet listening. `rule`: null accepts all requests. */
export function createHttpServer(routes: ReadonlyMap<string, Route>, rule: RequestRule | null): Server {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 600_000 }, (message, response) => {
    message.on('error', () => {});
    response.on('error', () => {});
    const refusal = rule === null ? null : refusalOf(message.headers, rule);
    if (refusal !== null) {
      // A refused request is not read; the connection closes with the reply.
      response.setHeader('Connection', 'close');
      return send(response, page(refusal.status, refusal.reason), message.method === 'HEAD');
    }
    respond(routes, message, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}
