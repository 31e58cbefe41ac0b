import { gunzipSync, inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { Canaries, CanaryHit } from './effect.ts';

/** How deep encodings may be nested (gzip in base64 in a URL: 3). */
const depthLimit = 3;
/** Bytes that unpacking may produce in all, against archives made to explode. */
const unpackedLimit = 64 * 1024 * 1024;

/**
 * Finds canaries in anything: plain (UTF-8 or UTF-16), percent-encoded, base64 (all alphabets, wrapped lines, any
 * alignment), hex, gzip or zlib, zip archives (so office documents), and these nested. Pure. Each canary is reported once per encoding.
 */
export function findCanaries(content: Uint8Array | string, canaries: Canaries): CanaryHit[] {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const hits = new Map<string, CanaryHit>();
  const budget = { bytes: unpackedLimit };
  search(
    bytes,
    Object.entries(canaries).filter(([, value]) => value.length >= 8),
    [],
    hits,
    budget,
  );
  return [...hits.values()];
}

type Named = [name: string, value: string][];

function search(
  bytes: Buffer,
  canaries: Named,
  via: string[],
  hits: Map<string, CanaryHit>,
  budget: { bytes: number },
): void {
  const note = (name: string, encoding: string): void => {
    const path = [...via, ...(encoding === 'plain' && via.length > 0 ? [] : [encoding])].join('>');
    hits.set(`${name}\0${path}`, { name, encoding: path });
  };
  const text = bytes.toString('latin1');
  for (const [name, value] of canaries) {
    const latin = Buffer.from(value).toString('latin1');
    if (
      text.includes(latin) ||
      (text.includes('\0') && text.includes(Buffer.from(value, 'utf16le').toString('latin1')))
    )
      note(name, 'plain');
  }
  searchHex(text, canaries, note);
  searchBase64Aligned(text, canaries, note);
  if (via.length >= depthLimit) return;
  for (const [encoding, inner] of unpacked(bytes, text, budget)) {
    search(inner, canaries, [...via, encoding], hits, budget);
  }
}

function searchHex(text: string, canaries: Named, note: (name: string, encoding: string) => void): void {
  if (!/(?:[0-9a-fA-F]{2}[\s:,-]?|\\x[0-9a-fA-F]{2}|0x[0-9a-fA-F]{2},?\s?){8}/.test(text)) return;
  const digits = text.replace(/\\x|0x|[\s:,-]/g, '').toLowerCase();
  for (const [name, value] of canaries) if (digits.includes(Buffer.from(value).toString('hex'))) note(name, 'hex');
}

/** A base64 stream shows a canary in one of three forms, by its offset modulo 3; their inner letters are fixed. */
function searchBase64Aligned(text: string, canaries: Named, note: (name: string, encoding: string) => void): void {
  if (!/[A-Za-z0-9+/_-]{8}/.test(text)) return;
  const joined = text
    .replace(/=?(?:\r?\n|\\n)[ \t]*/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  for (const [name, value] of canaries)
    if (base64Forms(value).some((form) => joined.includes(form))) note(name, 'base64');
}

function base64Forms(value: string): string[] {
  return [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const whole = padded.toString('base64').replace(/=+$/, '');
    const start = offset === 0 ? 0 : offset + 1;
    const loose = padded.length % 3;
    return whole.slice(start, loose === 0 ? whole.length : whole.length - 1);
  });
}

function* unpacked(bytes: Buffer, text: string, budget: { bytes: number }): Generator<[string, Buffer]> {
  const spend = (inner: Buffer): Buffer | null => {
    budget.bytes -= inner.length;
    return budget.bytes > 0 ? inner : null;
  };
  if (/%[0-9a-fA-F]{2}/.test(text)) yield ['url', percentDecoded(text)];
  for (const match of text.matchAll(/(?:[A-Za-z0-9+/_-]{4}(?:=?(?:\r?\n|\\n)[ \t]*)?){6,}[A-Za-z0-9+/_-]{0,3}/g)) {
    const inner = spend(Buffer.from(match[0].replace(/=?(?:\r?\n|\\n)[ \t]*/g, ''), 'base64'));
    if (inner !== null && isPacked(inner)) yield ['base64', inner];
  }
  for (const match of text.matchAll(/(?:[0-9a-fA-F]{2}(?:\r?\n|[ :])?){16,}/g)) {
    const inner = spend(Buffer.from(match[0].replace(/[\s:]/g, ''), 'hex'));
    if (inner !== null && isPacked(inner)) yield ['hex', inner];
  }
  const plain = inflated(bytes, budget.bytes);
  if (plain !== null && spend(plain) !== null) yield ['gzip', plain];
  if (isZip(bytes)) yield* zipMembers(bytes, budget);
}

/** Worth another look: packed once more, or text with escapes in it. */
const isPacked = (bytes: Buffer): boolean =>
  isZip(bytes) || isDeflated(bytes) || /^[\t\n\r\x20-\x7e]{16,}$/.test(bytes.subarray(0, 64).toString('latin1'));

const isZip = (bytes: Buffer): boolean => bytes.length > 30 && bytes.readUInt32LE(0) === 0x04034b50;
const isDeflated = (bytes: Buffer): boolean =>
  bytes.length > 8 &&
  ((bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x78 && bytes.readUInt16BE(0) % 31 === 0));

function inflated(bytes: Buffer, limit: number): Buffer | null {
  if (!isDeflated(bytes) || limit <= 0) return null;
  for (const unpack of [gunzipSync, inflateSync]) {
    try {
      return unpack(bytes, { maxOutputLength: limit });
    } catch {
      // Not this format, damaged or too large: the next one, and in the end nothing.
    }
  }
  return null;
}

function* zipMembers(bytes: Buffer, budget: { bytes: number }): Generator<[string, Buffer]> {
  let members: Record<string, Uint8Array>;
  try {
    members = unzipSync(bytes, {
      filter: (file) => {
        budget.bytes -= file.originalSize;
        return budget.bytes > 0 && file.originalSize < unpackedLimit;
      },
    });
  } catch {
    return;
  }
  for (const member of Object.values(members)) yield ['zip', Buffer.from(member)];
}

function percentDecoded(text: string): Buffer {
  const source = text.replaceAll('+', ' ');
  const parts: Buffer[] = [];
  let rest = 0;
  for (const match of source.matchAll(/(?:%[0-9a-fA-F]{2})+/g)) {
    parts.push(
      Buffer.from(source.slice(rest, match.index), 'latin1'),
      Buffer.from(match[0].replaceAll('%', ''), 'hex'),
    );
    rest = match.index + match[0].length;
  }
  parts.push(Buffer.from(source.slice(rest), 'latin1'));
  return Buffer.concat(parts);
}
