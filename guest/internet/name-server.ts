import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { type Answer, decode, encode, type Packet, streamDecode, streamEncode } from 'dns-packet';
import type { Bodies } from './bodies.ts';
import type { HostBook } from './host-book.ts';
import type { WriteLog } from './log.ts';
import type { Unfinished } from './unfinished.ts';

/** A reply must come from the queried address, so each has a separate socket. */
const addresses = ['127.0.0.53', '127.0.0.1'];
const port = 53;
const seconds = 300;

interface NameSurroundings {
  book: HostBook;
  bodies: Bodies;
  log: WriteLog;
  unfinished: Unfinished;
}

/** Resolves every name. Types other than `A` and `PTR` get an empty answer. */
export async function startNameServer(around: NameSurroundings): Promise<void> {
  await Promise.all(addresses.flatMap((address) => [listenUdp(address, around), listenTcp(address, around)]));
}

function listenUdp(address: string, around: NameSurroundings): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (message, sender) => {
    const reply = answer(message, () => decode(message), { kind: 'udp', host: address, port }, around);
    if (reply !== null) socket.send(encode(reply), sender.port, sender.address);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, address, resolve);
  });
}

function listenTcp(address: string, around: NameSurroundings): Promise<void> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.setTimeout(10_000, () => socket.destroy());
    // Also log data that doesn't form a complete query.
    const tell = (): void => {
      forget();
      if (received.length > 0) logRaw(received, { kind: 'tcp', host: address, port }, around);
      received = Buffer.alloc(0);
    };
    const forget = around.unfinished.add(tell);
    socket.once('close', tell);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const length = 2 + received.readUInt16BE(0);
        const message = received.subarray(0, length);
        received = received.subarray(length);
        const place = { kind: 'tcp', host: address, port } as const;
        const reply = answer(message.subarray(2), () => streamDecode(message), place, around);
        if (reply !== null) socket.write(streamEncode(reply));
      }
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
}

type Place = { kind: 'tcp' | 'udp'; host: string; port: number };

function logRaw(raw: Buffer, place: Place, { bodies, log }: NameSurroundings): void {
  log({ ...place, bytes: raw.length, body: raw.subarray(0, 65_536).toString('base64'), bodyHash: bodies.keep(raw) });
}

function answer(raw: Buffer, read: () => Packet | null, place: Place, around: NameSurroundings): Packet | null {
  const { book, log } = around;
  let query: Packet | null;
  try {
    query = read();
  } catch {
    query = null;
  }
  if (query === null || query.type !== 'query') {
    logRaw(raw, place, around);
    return null;
  }
  const questions = query.questions ?? [];
  const isMore = holdsMore(raw, query);
  for (const { name, type } of questions)
    log({
      kind: 'dns',
      host: name,
      method: type,
      body: isMore ? raw.toString('base64') : undefined,
      bytes: isMore ? raw.length : undefined,
      bodyHash: isMore ? around.bodies.keep(raw) : undefined,
    });
  if (questions.length === 0) logRaw(raw, place, around);
  return {
    type: 'response',
    id: query.id ?? 0,
    // Copies “recursion desired” and sets “recursion available”.
    flags: ((query.flags ?? 0) & 0x0100) | 0x0080,
    questions,
    answers: questions.flatMap(({ name, type }) => answersTo(name, type, book)),
  };
}

/** Bytes of an EDNS record without options. */
const plainEdns = 11;

/** Detects EDNS options, other records, trailing bytes and unusual characters. */
function holdsMore(raw: Buffer, query: Packet): boolean {
  const questions = query.questions ?? [];
  const names = questions.reduce((sum, { name }) => sum + Buffer.byteLength(name) + (name === '' ? 1 : 2) + 4, 12);
  const isPlain = questions.length === 1 && /^[\x21-\x7e]*$/.test(questions[0]?.name ?? '');
  return !isPlain || ((query.flags ?? 0) & 0x7800) !== 0 || raw.length > names + plainEdns;
}

function answersTo(name: string, type: string, book: HostBook): Answer[] {
  const isLocal = /(^|\.)localhost\.?$/i.test(name);
  if (type === 'A') return [{ type: 'A', name, ttl: seconds, data: isLocal ? '127.0.0.1' : book.addressOf(name) }];
  if (type !== 'PTR') return [];
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\.in-addr\.arpa\.?$/i.exec(name);
  const host = parts === null ? null : book.nameOf(parts.slice(1).reverse().join('.'));
  return host === null ? [] : [{ type: 'PTR', name, ttl: seconds, data: host }];
}
