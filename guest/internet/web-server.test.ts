import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Bodies } from './bodies.ts';
import { Certificates } from './certificates.ts';
import { HostBook } from './host-book.ts';
import type { LogEntry } from './log.ts';
import { SiteBook } from './sites/site-book.ts';
import { Unfinished } from './unfinished.ts';
import { createWebServer } from './web-server.ts';

const logged: LogEntry[] = [];
const unfinished = new Unfinished();
let server: Server;

beforeAll(async () => {
  server = createWebServer('http', {
    book: new HostBook(),
    sites: new SiteBook(),
    certificates: new Certificates('/nowhere'),
    bodies: new Bodies(() => null),
    unfinished,
    log: (entry) => void logged.push(entry),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** What the log says of what a client sends; `more` goes after the answer. */
async function loggedRequest(request: string, more = ''): Promise<LogEntry> {
  logged.length = 0;
  await new Promise<void>((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(request));
    socket.once('data', () => socket.end(more));
    socket.once('close', () => resolve()).on('error', reject);
  });
  await expect.poll(() => logged.length, { timeout: 15_000, interval: 20 }).toBeGreaterThan(0);
  return logged[0] as LogEntry;
}
const chunked = 'POST /a HTTP/1.1\r\nHost: x.example\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';

it('the web server logs chunk extensions, trailers and repeated headers', async () => {
  expect(await loggedRequest(`${chunked}2;secret=1\r\nok\r\n0;end\r\nX-Sum: two\r\n\r\n`)).toMatchObject({
    kind: 'http',
    path: '/a',
    body: Buffer.from('ok').toString('base64'),
    more: 'X-Sum: two\nsecret=1\nend',
  });
  const twice = 'GET / HTTP/1.1\r\nHost: x.example\r\nUser-Agent: one\r\nUser-Agent: two\r\nConnection: close\r\n\r\n';
  expect(await loggedRequest(twice)).toMatchObject({ more: 'User-Agent: two' });
  expect(await loggedRequest('GET / HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n')).not.toHaveProperty(
    'more',
  );
});

it.each(['CONNECT far.example:443', 'GET /chat'])('the web server logs what follows %s', async (line) => {
  const request = `${line} HTTP/1.1\r\nHost: x.example\r\nConnection: Upgrade\r\nUpgrade: own/1\r\n\r\n`;
  const entry = await loggedRequest(request, 'words behind it');
  expect(Buffer.from((entry as { body?: string }).body ?? '', 'base64').toString()).toBe('words behind it');
});

it('the web server answers a WebSocket and logs the contents of its frames', async () => {
  const mask = Buffer.from([1, 2, 3, 4]);
  const frame = Buffer.concat([
    Buffer.from([0x81, 0x85]),
    mask,
    Buffer.from([...Buffer.from('hello')].map((byte, at) => byte ^ (mask[at & 3] as number))),
  ]).toString('latin1');
  const request =
    'GET /chat HTTP/1.1\r\nHost: x.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  // Every byte of this frame is below 0x80 but two, which UTF-8 would change.
  logged.length = 0;
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject).once('data', (part) => {
      socket.end(Buffer.from(frame, 'latin1'));
      resolve(part.toString());
    });
  });
  expect(answer).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  await expect.poll(() => logged.length, { timeout: 15_000, interval: 20 }).toBe(1);
  expect(Buffer.from((logged[0] as { body?: string }).body ?? '', 'base64').toString()).toBe('hello');
});
