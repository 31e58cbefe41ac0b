import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { type Answer, decode, encode, type Packet, streamDecode, streamEncode } from 'dns-packet';
import type { HostBook } from './host-book.ts';
import type { WriteLog } from './log.ts';

/** Where resolvers ask. An answer must come from the address that was asked, so each has its own socket. */
const addresses = ['127.0.0.53', '127.0.0.1'];
const port = 53;
const seconds = 300;

/** Answers for every name there is: its address for `A`, nothing (and no error) for other types, names for addresses. */
export async function startNameServer(book: HostBook, log: WriteLog): Promise<void> {
  await Promise.all(addresses.flatMap((address) => [listenUdp(address, book, log), listenTcp(address, book, log)]));
}

function listenUdp(address: string, book: HostBook, log: WriteLog): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (message, sender) => {
    const reply = answer(() => decode(message), book, log);
    if (reply !== null) socket.send(encode(reply), sender.port, sender.address);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, address, resolve);
  });
}

function listenTcp(address: string, book: HostBook, log: WriteLog): Promise<void> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const length = 2 + received.readUInt16BE(0);
        const message = received.subarray(0, length);
        received = received.subarray(length);
        const reply = answer(() => streamDecode(message), book, log);
        if (reply !== null) socket.write(streamEncode(reply));
      }
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
}

function answer(read: () => Packet | null, book: HostBook, log: WriteLog): Packet | null {
  let query: Packet | null;
  try {
    query = read();
  } catch {
    return null;
  }
  if (query === null || query.type !== 'query') return null;
  const questions = query.questions ?? [];
  for (const { name, type } of questions) log({ kind: 'dns', host: name, method: type });
  return {
    type: 'response',
    id: query.id ?? 0,
    // Recursion desired (as asked) and available.
    flags: ((query.flags ?? 0) & 0x0100) | 0x0080,
    questions,
    answers: questions.flatMap(({ name, type }) => answersTo(name, type, book)),
  };
}

function answersTo(name: string, type: string, book: HostBook): Answer[] {
  const isLocal = /(^|\.)localhost\.?$/i.test(name);
  if (type === 'A') return [{ type: 'A', name, ttl: seconds, data: isLocal ? '127.0.0.1' : book.addressOf(name) }];
  if (type !== 'PTR') return [];
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\.in-addr\.arpa\.?$/i.exec(name);
  const host = parts === null ? null : book.nameOf(parts.slice(1).reverse().join('.'));
  return host === null ? [] : [{ type: 'PTR', name, ttl: seconds, data: host }];
}
