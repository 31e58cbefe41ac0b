import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { GuestClient } from './guest-client.ts';
import { GuestReplyError } from './guest-http.ts';

let server: Server;
let guest: GuestClient;
let answer: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  guest = new GuestClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(() => {
  guest.close();
  server.close();
});

const many = (entry: string, count: number): string => `[${Array.from({ length: count }, () => entry).join(',')}]`;

it.each([
  ['windows without fields', many('{}', 49_000), () => guest.windows()],
  ['numbers instead of windows', many('0', 99_000), () => guest.windows()],
  ['journal entries without fields', many('{}', 49_000), () => guest.journal(0)],
  [
    'numbers as a program’s words',
    `[{"index":1,"time":1,"kind":"program-started","argv":${many('0', 99_000)}}]`,
    () => guest.journal(0),
  ],
] as const)('an answer with many %s is refused at its first fault', async (_, text, call) => {
  answer = text;
  await expect(call()).rejects.toThrow(GuestReplyError);
  const work = () => call().catch(() => undefined);
  expect(await processorMs(work)).toBeLessThan(60);
});
