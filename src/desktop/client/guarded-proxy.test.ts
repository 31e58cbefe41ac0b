import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerControl } from './control-proxy.ts';
import { openStream } from './guest/open-stream.ts';

/** Stands for a desktop's server: says what it was asked, and echoes after an upgrade. */
let behind: Server;
let seen: Record<string, unknown>[] = [];
let proxy: Server;

beforeAll(async () => {
  behind = createServer((incoming, outgoing) => {
    seen.push(incoming.headers);
    incoming.resume().on('end', () => outgoing.end('here'));
  });
  behind.on('upgrade', (incoming, socket, head) => {
    seen.push(incoming.headers);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    if (head.length > 0) socket.write(head);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
  const { port } = behind.address() as AddressInfo;
  proxy = await offerControl(() => openStream({ host: '127.0.0.1', port }, { what: 'The server' }), {
    port: 0,
    rule: { names: [], token: 'our-own-word' },
  });
});
afterAll(() => {
  for (const server of [proxy, behind]) {
    server.close();
    server.closeAllConnections();
  }
});

const port = (): number => (proxy.address() as AddressInfo).port;
const ask = (userinfo: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    request(`http://${userinfo}127.0.0.1:${port()}/execute`, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end('body');
  });

/** What comes back when a WebSocket is opened and says `word`. */
const upgrade = (headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = Object.entries({
      Host: `127.0.0.1:${port()}`,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      ...headers,
    });
    const socket = connect(port(), '127.0.0.1', () =>
      socket.write(
        `GET /devtools HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\nword`,
      ),
    );
    let text = '';
    socket.on('error', reject).on('data', (part) => {
      text += part.toString();
      if (/\r\n\r\nword$/.test(text) || !text.startsWith('HTTP/1.1 101')) socket.end();
    });
    socket.on('close', () => resolve(text));
  });

it('the guarded proxy forwards requests with the token and strips the token', async () => {
  seen = [];
  expect(await ask('any:our-own-word@')).toBe(200);
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toHaveProperty('authorization');
});

it('the guarded proxy refuses requests without the token, from a page, or for a foreign host name, and forwards none', async () => {
  seen = [];
  expect(await ask('')).toBe(401);
  expect(await ask('any:another@')).toBe(401);
  expect(await ask('any:our-own-word@', { origin: 'http://evil.example' })).toBe(403);
  expect(await ask('any:our-own-word@', { host: 'evil.example' })).toBe(421);
  expect(await upgrade({})).toMatch(/^HTTP\/1.1 401 /);
  expect(await upgrade({ Authorization: 'Bearer our-own-word', Origin: 'http://evil.example' })).toMatch(
    /^HTTP\/1.1 403 /,
  );
  expect(seen).toEqual([]);
});

it('the guarded proxy forwards a WebSocket in both directions', async () => {
  expect(await upgrade({ Authorization: 'Bearer our-own-word' })).toMatch(/^HTTP\/1.1 101 [\s\S]*\r\n\r\nword$/);
});

describe('bodies through the proxy', () => {
  let echo: Server;
  let between: Server;
  beforeAll(async () => {
    echo = createServer((incoming, outgoing) => {
      if (incoming.url === '/broken') {
        outgoing.writeHead(200, { 'content-length': '10' });
        outgoing.write('half', () => outgoing.destroy());
        return;
      }
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const body = Buffer.concat(parts);
        if (incoming.url !== '/chunked') outgoing.setHeader('content-length', body.length);
        outgoing.write(body.subarray(0, 3));
        outgoing.end(body.subarray(3));
      });
    });
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    const { port: inside } = echo.address() as AddressInfo;
    between = await offerControl(() => openStream({ host: '127.0.0.1', port: inside }, { what: 'The server' }), {
      port: 0,
    });
  });
  afterAll(() => {
    for (const server of [between, echo]) {
      server.close();
      server.closeAllConnections();
    }
  });
  const url = (path: string): string => `http://127.0.0.1:${(between.address() as AddressInfo).port}${path}`;

  it.each([0, 1, 65_536, 65_537, 3_000_000])('a body of %i bytes arrives whole, in both directions', async (length) => {
    const body = Buffer.alloc(length, 'abc');
    for (const path of ['/', '/chunked']) {
      const answer = await fetch(url(path), { method: 'POST', body });
      expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
    }
  });

  it('an answer that breaks off ends the client’s connection', async () => {
    await expect(fetch(url('/broken')).then((answer) => answer.text())).rejects.toThrow();
  });

  it('a HEAD request is answered without a body', async () => {
    const answer = await fetch(url('/'), { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});
