import { constants, inflateSync } from 'node:zlib';
import { OverReadingLimit } from '../../over-reading-limit.ts';
import { isDictionary, type PdfDictionary } from './pdf-syntax.ts';

const streamLimit = 64 * 1024 * 1024;

/** Null for image filters and unknown ones. Throws OverReadingLimit above 64 MB. */
export function decodedStream(
  bytes: Buffer,
  filters: readonly string[],
  parameters: readonly unknown[],
): Buffer | null {
  let decoded = bytes;
  for (const [index, filter] of filters.entries()) {
    const settings = parameters[index];
    const next = decodedOnce(decoded, filter, settings instanceof Map && isDictionary(settings) ? settings : new Map());
    if (next === null) return null;
    if (next.length > streamLimit) throw new OverReadingLimit('It unpacks to more than 64 MB.');
    decoded = next;
  }
  return decoded;
}

function decodedOnce(bytes: Buffer, filter: string, parameters: PdfDictionary): Buffer | null {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return unpredicted(inflated(bytes), parameters);
    case 'LZWDecode':
    case 'LZW':
      return unpredicted(fromLzw(bytes, parameters.get('EarlyChange') !== 0), parameters);
    case 'ASCIIHexDecode':
    case 'AHx':
      return Buffer.from((bytes.toString('latin1').split('>')[0] ?? '').replace(/[^0-9a-fA-F]/g, ''), 'hex');
    case 'ASCII85Decode':
    case 'A85':
      return fromAscii85(bytes.toString('latin1'));
    case 'RunLengthDecode':
    case 'RL':
      return fromRunLength(bytes);
    case 'Crypt':
      return bytes;
    default:
      return null;
  }
}

/** Reads a truncated stream up to its end, like PDF viewers. */
function inflated(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: streamLimit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new OverReadingLimit('It unpacks to more than 64 MB.');
    return Buffer.alloc(0);
  }
}

/** Undoes the PNG and TIFF predictors (7.4.4.4) for 8-bit samples. */
function unpredicted(bytes: Buffer, parameters: PdfDictionary): Buffer {
  const number = (key: string, usual: number): number => {
    const value = parameters.get(key);
    return typeof value === 'number' && value > 0 ? value : usual;
  };
  const predictor = number('Predictor', 1);
  if (predictor < 2) return bytes;
  const size = Math.max(1, Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8));
  const width = Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8) * number('Columns', 1)) / 8);
  const step = predictor === 2 ? width : width + 1;
  const rows = Math.ceil(bytes.length / step);
  const out = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const kind = predictor === 2 ? 1 : (bytes[row * step] ?? 0);
    const from = row * step + (predictor === 2 ? 0 : 1);
    for (let at = 0; at < width; at++) {
      const left = at >= size ? (out[row * width + at - size] ?? 0) : 0;
      const up = row > 0 ? (out[(row - 1) * width + at] ?? 0) : 0;
      const corner = row > 0 && at >= size ? (out[(row - 1) * width + at - size] ?? 0) : 0;
      out[row * width + at] = (bytes[from + at] ?? 0) + predicted(kind, left, up, corner);
    }
  }
  return out;
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const sum = left + up - corner;
      const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}

function fromLzw(bytes: Buffer, isEarly: boolean): Buffer {
  const out: Buffer[] = [];
  let table: Buffer[] = [];
  let width = 9;
  let last: Buffer | null = null;
  let length = 0;
  const clear = (): void => {
    table = Array.from({ length: 258 }, (_, code) => Buffer.from(code < 256 ? [code] : []));
    width = 9;
    last = null;
  };
  clear();
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffffff;
    count += 8;
    if (count < width) continue;
    count -= width;
    const code = (bits >> count) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      clear();
      continue;
    }
    const known: Buffer | undefined = table[code];
    const entry: Buffer = known ?? Buffer.concat([last ?? Buffer.alloc(0), (last ?? Buffer.alloc(1)).subarray(0, 1)]);
    out.push(entry);
    length += entry.length;
    if (length > streamLimit) throw new OverReadingLimit('It unpacks to more than 64 MB.');
    if (last !== null && table.length < 4096) table.push(Buffer.concat([last, entry.subarray(0, 1)]));
    last = entry;
    const used = table.length + (isEarly ? 1 : 0);
    width = used >= 2048 ? 12 : used >= 1024 ? 11 : used >= 512 ? 10 : 9;
  }
  return Buffer.concat(out);
}

function fromAscii85(text: string): Buffer {
  const digits = (text.replace(/^\s*<~/, '').split('~')[0] ?? '').replace(/\s/g, '').replaceAll('z', '!!!!!');
  const out = Buffer.alloc(Math.ceil(digits.length / 5) * 4);
  let length = 0;
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5);
    let value = 0;
    for (let i = 0; i < 5; i++) value = value * 85 + ((group.charCodeAt(i) || 117) - 33);
    out.writeUInt32BE(Math.min(Math.max(value, 0), 0xffffffff), length);
    length += Math.max(0, group.length - 1);
  }
  return out.subarray(0, length);
}

function fromRunLength(bytes: Buffer): Buffer {
  const out: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const count = bytes[at] ?? 128;
    if (count === 128) break;
    const piece = count < 128 ? bytes.subarray(at + 1, at + 2 + count) : Buffer.alloc(257 - count, bytes[at + 1]);
    at += count < 128 ? count + 2 : 2;
    out.push(piece);
    length += piece.length;
    if (length > streamLimit) throw new OverReadingLimit('It unpacks to more than 64 MB.');
  }
  return Buffer.concat(out);
}
