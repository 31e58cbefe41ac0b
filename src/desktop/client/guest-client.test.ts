import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuestClient } from './guest-client.ts';
import { GuestReplyError } from './guest-http.ts';

let server: Server;
let guest: GuestClient;
let answer: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  guest = new GuestClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(() => {
  guest.close();
  server.close();
});

const routes: [string, (client: GuestClient) => Promise<unknown>][] = [
  ['/v2/health', (client) => client.health()],
  ['/accessibility', (client) => client.accessibilityTree()],
  ['/terminal', (client) => client.terminal()],
  ['/v2/settle', (client) => client.settle()],
  ['/v2/windows', (client) => client.windows()],
  ['/v2/clipboard', (client) => client.clipboard()],
  ['/v2/journal', (client) => client.journal(7)],
  ['/v2/python', (client) => client.execute('1')],
  ['/execute', (client) => client.exec(['true'])],
];

describe.each(routes)('%s', (route, call) => {
  it.each(['', '<html>Busy</html>', '{"AT": "half a rep', '5', '"text"', '[5]', '{"output": {}}'])(
    'the guest’s answer %j is a typed error that names the route',
    async (text) => {
      answer = text;
      const error = await call(guest).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(GuestReplyError);
      expect(error).toMatchObject({ code: 'guest-reply', blame: 'environment', status: 200 });
      expect((error as Error).message).toContain(`answered ${route} with something unreadable`);
    },
  );
});

it('valid guest answers are returned, with unknown fields ignored', async () => {
  answer = '{"output": "out", "error": "", "returncode": 3, "status": "success"}';
  expect(await guest.exec(['true'])).toEqual({ output: 'out', error: '', returncode: 3 });
  answer = '[{"id":1,"title":"A","className":"a.A","pid":null,"x":0,"y":0,"width":9,"height":9,"active":true,"new":1}]';
  expect(await guest.windows()).toMatchObject([{ id: 1, title: 'A', active: true, isSplash: false }]);
});

it('a guest answer crafted to take hours to parse is a typed error immediately', async () => {
  answer = '<'.repeat(3 * 2 ** 20);
  await expect(guest.windows()).rejects.toBeInstanceOf(GuestReplyError);
});

it('a guest answer longer than the request allows is refused', async () => {
  answer = JSON.stringify('x'.repeat(9 * 2 ** 20));
  for (const call of [() => guest.windows(), () => guest.journal(0), () => guest.clipboard()])
    await expect(call()).rejects.toMatchObject({ code: 'guest-connection' });
});

it('a guest answer of millions of parts is refused before it is parsed', async () => {
  for (const text of ['[[', '{"a":[', '[1,']) {
    answer = text.repeat(500_000);
    await expect(guest.windows()).rejects.toMatchObject({ message: expect.stringContaining('too many parts') });
  }
  answer = JSON.stringify({ AT: '<a b="1, [2]: {3}">'.repeat(200_000) });
  expect((await guest.accessibilityTree()).xml.length).toBe(3_800_000);
});

it('a guest that only announces answers is given up immediately, one that does so occasionally is not', async () => {
  let announced = 3;
  const raw = createTcpServer((client) => {
    client.on('error', () => client.destroy());
    client.on('data', () => {
      const more = (): void => {
        while (announced > 0) {
          announced -= 1;
          if (!client.write('HTTP/1.1 100 Continue\r\n\r\n')) return void client.once('drain', more);
        }
        client.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
      };
      more();
    });
  });
  await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done));
  const guestClient = new GuestClient({ baseUrl: `http://127.0.0.1:${(raw.address() as AddressInfo).port}` });
  expect(await guestClient.windows()).toEqual([]);
  announced = Number.POSITIVE_INFINITY;
  await expect(guestClient.windows()).rejects.toMatchObject({ code: 'guest-connection' });
  announced = 0;
  guestClient.close();
  raw.close();
});

it('a screenshot that no screen of the first one’s size can show is refused', async () => {
  const header = Buffer.alloc(24);
  header.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  header.writeUInt32BE(800, 16);
  header.writeUInt32BE(600, 20);
  const picture = (bytes: number) => Buffer.concat([header, Buffer.alloc(bytes - header.length)]);
  let body = picture(100_000);
  const screen = createServer((_request, response) => response.end(body));
  await new Promise<void>((done) => screen.listen(0, '127.0.0.1', done));
  const client = new GuestClient({ baseUrl: `http://127.0.0.1:${(screen.address() as AddressInfo).port}` });
  expect(await client.screenshot()).toHaveLength(100_000);
  body = picture(800 * 600 * 8);
  expect(await client.screenshot()).toHaveLength(800 * 600 * 8);
  body = picture(800 * 600 * 8 + 1);
  await expect(client.screenshot()).rejects.toThrow('the answer is longer than 3840000 bytes');
  client.close();
  screen.close();
});
