import { gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { unpackedOutside } from '../../../base/documents/reading/unpack-outside.ts';
import { unescapedBytes } from './escapes.ts';

export interface UnpackBudget {
  bytes: number;
  isSpent: boolean;
}

const mostStreams = 16;
/** The signature of the header before each zip member, and the header's length without names. */
const zipMark = 'PK\u0003\u0004';
const zipHeader = 30;
const mostParts = 20_000;
/** Shorter runs are too short for a secret. */
const shortestRun = 24;

/** Yields each packed part once, with its encoding, until the budget is spent. */
export function* unpacked(bytes: Buffer, budget: UnpackBudget): Generator<[encoding: string, inner: Buffer]> {
  const spend = (inner: Buffer): boolean => {
    budget.bytes -= inner.length;
    if (budget.bytes <= 0) budget.isSpent = true;
    return budget.bytes > 0;
  };
  for (const [encoding, inner] of unescapedBytes(bytes)) if (spend(inner)) yield [encoding, inner];
  for (const inner of runs(bytes, isBase64, 'base64')) if (spend(inner)) yield ['base64', inner];
  for (const inner of runs(bytes, isHex, 'hex')) if (spend(inner)) yield ['hex', inner];
  for (const stream of starts(bytes)) {
    const inner = inflated(stream, budget);
    if (inner !== null && spend(inner)) yield ['gzip', inner];
  }
  yield* zipMembers(bytes, budget);
  const raw = rawInflated(bytes, budget.bytes);
  if (raw !== null && spend(raw)) yield ['deflate', raw];
  for (const stream of unpackedOutside(bytes, () => budget.bytes)) {
    if (stream?.isWhole !== true) budget.isSpent = true;
    if (stream !== null && spend(stream.inner)) yield [stream.encoding, stream.inner];
  }
}

/** A raw deflate stream has no header; most other contents fail in the first bytes. */
function rawInflated(bytes: Buffer, limit: number): Buffer | null {
  if (limit <= 0 || ((bytes[0] ?? 6) & 6) === 6) return null;
  try {
    return inflateRawSync(bytes, { maxOutputLength: limit });
  } catch {
    // Any fault: zlib was given bytes that are no stream, or more than the limit.
    return null;
  }
}

const letters = (text: string): Uint8Array => {
  const is = new Uint8Array(256);
  for (const letter of text) is[letter.charCodeAt(0)] = 1;
  return is;
};
const isHex = letters('0123456789abcdefABCDEF');
const isBase64 = letters('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_');
const isBreak = letters('\r\n');

/** Line breaks don't end a run, even with the `=` of quoted-printable before or blanks after them. */
function* runs(bytes: Buffer, is: Uint8Array, encoding: 'base64' | 'hex'): Generator<Buffer> {
  let at = 0;
  while (at < bytes.length) {
    if (is[bytes[at] as number] === 0) {
      at++;
      continue;
    }
    const begin = at;
    let length = 0;
    let end = at;
    let next = at;
    do {
      at = next;
      while (at < bytes.length && is[bytes[at] as number] === 1) at++;
      length += at - next;
      end = at;
      next = afterBreak(bytes, at, encoding === 'hex');
    } while (next > at && is[bytes[next] as number] === 1);
    at = next;
    if (length < shortestRun) continue;
    const run = bytes.toString('latin1', begin, end);
    yield Buffer.from(
      encoding === 'hex' ? run.replace(/[^0-9a-f]/gi, '') : run.replace(/=?(?:[\r\n]|\\[nr])[ \t]*/g, ''),
      encoding,
    );
  }
}

function afterBreak(bytes: Buffer, at: number, isColonBreak: boolean): number {
  let next = at;
  if (isColonBreak && (bytes[next] === 0x3a || bytes[next] === 0x20)) return next + 1;
  if (bytes[next] === 0x3d) next++;
  const start = next;
  for (;;) {
    if (isBreak[bytes[next] as number] === 1) next++;
    else if (bytes[next] === 0x5c && (bytes[next + 1] === 0x6e || bytes[next + 1] === 0x72)) next += 2;
    else break;
  }
  if (next === start) return at;
  while (bytes[next] === 0x20 || bytes[next] === 0x09) next++;
  return next;
}

/** zlib is tried only at the beginning, since its mark is two common bytes. */
function* starts(bytes: Buffer): Generator<Buffer> {
  if (bytes.length > 8 && bytes[0] === 0x78 && bytes.readUInt16BE(0) % 31 === 0) yield bytes;
  for (const mark of ['\u001f\u008b\u0008', '\u0028\u00b5\u002f\u00fd']) {
    let at = bytes.indexOf(mark, 0, 'latin1');
    for (let count = 0; at !== -1 && count < mostStreams; count++) {
      yield bytes.subarray(at);
      at = bytes.indexOf(mark, at + 4, 'latin1');
    }
  }
}

function inflated(bytes: Buffer, budget: UnpackBudget): Buffer | null {
  const unpack = bytes[0] === 0x1f ? gunzipSync : bytes[0] === 0x28 ? zstdDecompressSync : inflateSync;
  return unpackedWith(unpack, bytes, budget) ?? (bytes[0] === 0x1f ? trailedStream(bytes, budget) : null);
}

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Null if the bytes are no stream of this kind or exceed the budget. */
function unpackedWith(unpack: Unpack, bytes: Buffer, budget: UnpackBudget): Buffer | null {
  try {
    return unpack(bytes, { maxOutputLength: Math.max(1, budget.bytes) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') budget.isSpent = true;
    return null;
  }
}

/** Unpacks a gzip stream in a multipart form by cutting it off at the last boundary. */
function trailedStream(bytes: Buffer, budget: UnpackBudget): Buffer | null {
  const boundary = bytes.lastIndexOf('\r\n--');
  return boundary <= 0 ? null : unpackedWith(gunzipSync, bytes.subarray(0, boundary), budget);
}

/** Reads local headers, since programs disagree on duplicate names. Skips stored members, which are plain text. */
function* zipMembers(bytes: Buffer, budget: UnpackBudget): Generator<[string, Buffer]> {
  let at = bytes.indexOf(zipMark, 0, 'latin1');
  for (let count = 0; at !== -1 && at + zipHeader <= bytes.length; count++) {
    if (count >= mostParts) budget.isSpent = true;
    if (budget.isSpent) return;
    const from = at + zipHeader + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const inner = from < bytes.length ? unpackedWith(inflateRawSync, bytes.subarray(from), budget) : null;
    if (inner !== null && inner.length > 0) {
      budget.bytes -= inner.length;
      if (budget.bytes <= 0) budget.isSpent = true;
      else yield ['zip', inner];
    }
    at = bytes.indexOf(zipMark, at + zipMark.length, 'latin1');
  }
}
