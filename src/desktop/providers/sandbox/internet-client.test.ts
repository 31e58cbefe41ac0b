import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InternetClient } from './internet-client.ts';

let folder: string;
let server: Server;
const sockets = new Set<{ destroy(): void }>();

/** Mock services that accept connections and answer none, as those whose listening socket outlives them. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'internet-client-'));
  server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(join(folder, 'control'), resolve));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  rmSync(folder, { recursive: true });
});

it('the log of mock services that have exited has their last entries, and nothing waits for an answer', async () => {
  const log = new PassThrough();
  const client = new InternetClient(join(folder, 'control'), log, join(folder, 'bodies'), () => undefined);
  const entry = { time: 5, kind: 'tcp', host: '198.18.0.9', port: 81 };
  const start = performance.now();
  const read = client.log(0);
  const called = client.call('unfinished', {}).catch((error: Error) => error.message);
  client.exited();
  log.write(`${JSON.stringify(entry)}\n`);
  expect((await read).map(({ port }) => port)).toEqual([81]);
  expect(await called).toContain('unfinished');
  expect((await client.log(0)).map(({ port }) => port)).toEqual([81]);
  expect(performance.now() - start).toBeLessThan(4_000);
});
