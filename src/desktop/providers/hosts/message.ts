import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** JSON of at least this many bytes is compressed. Binary parts never are: pictures and videos are already. */
const compressedFrom = 4_096;
const mostJson = 512 * 2 ** 20;
const headBytes = 9;

/** Path of a binary part in a message's value. */
type Path = (string | number)[];

interface Envelope {
  value?: unknown;
  parts: { at: Path; bytes: number }[];
}

/**
 * A JSON value with buffers in it: a flag (1: the JSON is compressed), the lengths of the JSON and of the binary parts
 * (32 bits each), the JSON, the parts. JSON preserves lone surrogates, which represent bytes of file names that are not UTF-8.
 */
export async function encodeMessage(value: unknown): Promise<Buffer> {
  const parts: Buffer[] = [];
  const envelope: Envelope = { parts: [] };
  envelope.value = withoutBuffers(value, [], (at, part) => {
    envelope.parts.push({ at, bytes: part.length });
    parts.push(part);
  });
  const plain = Buffer.from(JSON.stringify(envelope));
  const isCompressed = plain.length >= compressedFrom;
  const json = isCompressed ? await promisify(gzip)(plain, { level: 1 }) : plain;
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(isCompressed ? 1 : 0, 0);
  head.writeUInt32BE(json.length, 1);
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, 0),
    5,
  );
  return Buffer.concat([head, json, ...parts]);
}

/** Throws SyntaxError if the message is incomplete or damaged. */
export async function decodeMessage(message: Buffer): Promise<unknown> {
  if (message.length < headBytes) throw new SyntaxError('The message is too short.');
  const end = headBytes + message.readUInt32BE(1);
  if (message.length !== end + message.readUInt32BE(5)) throw new SyntaxError('The message is incomplete.');
  const json = message.subarray(headBytes, end);
  const plain = message.readUInt8(0) === 1 ? await promisify(gunzip)(json, { maxOutputLength: mostJson }) : json;
  const envelope = JSON.parse(plain.toString('utf8')) as Envelope;
  let start = end;
  for (const { at, bytes } of envelope.parts) {
    place(envelope, ['value', ...at], message.subarray(start, start + bytes));
    start += bytes;
  }
  return envelope.value;
}

function withoutBuffers(value: unknown, at: Path, keep: (at: Path, part: Buffer) => void): unknown {
  if (Buffer.isBuffer(value)) {
    keep(at, value);
    return null;
  }
  if (Array.isArray(value)) return value.map((item, index) => withoutBuffers(item, [...at, index], keep));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutBuffers(item, [...at, key], keep)]),
  );
}

function place(envelope: Envelope, at: Path, part: Buffer): void {
  const last = at.pop();
  let holder: unknown = envelope;
  for (const key of at) holder = (holder as Record<string, unknown>)[key];
  Object.defineProperty(holder, last ?? '', { value: part, enumerable: true, configurable: true, writable: true });
}
