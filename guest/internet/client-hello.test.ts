import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { clientHello, firstMessage } from './client-hello.ts';

const record = (part: Buffer): Buffer => Buffer.concat([Buffer.from([22, 3, 1, 0, part.length]), part]);
const message = Buffer.concat([Buffer.from([1, 0, 0, 12]), Buffer.from('words inside')]);

it.each([1, 3, 16])('a ClientHello split into records of %i bytes is reassembled', (size) => {
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) records.push(record(message.subarray(at, at + size)));
  const raw = Buffer.concat(records);
  expect(firstMessage(raw)).toEqual({ message, isWhole: true });
  expect(firstMessage(raw.subarray(0, -1)).isWhole).toBe(false);
  expect(firstMessage(Buffer.from('GET / HTTP/1.1'))).toEqual({ message: null, isWhole: true });
});

it('the bytes of a ClientHello are returned and left for the next reader', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const raw = record(message);
  client.write(raw.subarray(0, 7));
  setTimeout(() => client.end(raw.subarray(7)), 50);
  expect(await clientHello(socket)).toEqual({ message, isTls: true });
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  expect(Buffer.concat(pieces)).toEqual(raw);
  server.close();
});
