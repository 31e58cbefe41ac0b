import { OverReadingLimit } from '../over-reading-limit.ts';

const endSignature = 0x06054b50;
const farEndSignature = 0x06064b50;
const farLocatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const longestComment = 65_535;
const mostParts = 100_000;

/**
 * The reason to reject a zip archive, as a sentence; null if all programs read the same contents from it, or if it is
 * not a zip archive. Each name must occur once and match its local header, parts must not overlap or be encrypted, and
 * the directory must end at the end record. Throws OverReadingLimit above 100,000 parts.
 */
export function zipFault(content: Uint8Array): string | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const directory = zipDirectory(content);
  if (directory === null) return null;
  const { count, size, offset, start } = directory;
  if (count > mostParts) throw new OverReadingLimit(`It has more than ${mostParts} parts.`);
  if (offset + size !== start) return 'Its directory is not at the recorded position.';
  const names = new Set<string>();
  const bodies: { from: number; to: number }[] = [];
  let at = offset;
  for (let part = 0; part < count; part++) {
    if (at + 46 > start || view.getUint32(at, true) !== entrySignature) return 'Its directory ends early.';
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const [nameLength = 0] = lengths;
    const name = latin(content, at + 46, nameLength);
    if (names.has(name)) return `It contains ${JSON.stringify(name)} twice.`;
    names.add(name);
    if ((view.getUint16(at + 8, true) & 1) !== 0) return 'Parts of it are encrypted.';
    const body = bodyOf(content, view, at, name);
    if (typeof body === 'string') return body;
    if (body !== null) bodies.push(body);
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
  }
  if (at !== start) return 'Its directory has more entries than recorded.';
  bodies.sort((a, b) => a.from - b.from);
  return bodies.some(({ from }, index) => from < (bodies[index - 1]?.to ?? 0)) ? 'Its parts overlap.' : null;
}

/** `offset` and `size` locate the directory; `start` is the offset of the record that follows it. */
export interface ZipDirectory {
  count: number;
  size: number;
  offset: number;
  start: number;
  comment: string;
}

/** Null if the content is not a zip archive. */
export function zipDirectory(content: Uint8Array): ZipDirectory | null {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const end = endOf(view);
  if (end === null) return null;
  const comment = new TextDecoder().decode(content.subarray(end + endLength));
  return { ...directoryOf(view, end), comment };
}

function endOf(view: DataView): number | null {
  for (let at = view.byteLength - endLength; at >= Math.max(0, view.byteLength - endLength - longestComment); at--)
    if (view.getUint32(at, true) === endSignature) return at;
  return null;
}

function directoryOf(view: DataView, end: number): Omit<ZipDirectory, 'comment'> {
  const near = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    offset: view.getUint32(end + 16, true),
    start: end,
  };
  if (end < 20 || view.getUint32(end - 20, true) !== farLocatorSignature) return near;
  const far = Number(view.getBigUint64(end - 12, true));
  if (far + 56 > end || view.getUint32(far, true) !== farEndSignature) return near;
  return {
    count: Number(view.getBigUint64(far + 32, true)),
    size: Number(view.getBigUint64(far + 40, true)),
    offset: Number(view.getBigUint64(far + 48, true)),
    start: far,
  };
}

/** The extent of a part's header and content, null if only zip64 fields state it, or a fault as a sentence. */
function bodyOf(
  content: Uint8Array,
  view: DataView,
  entry: number,
  name: string,
): { from: number; to: number } | string | null {
  const [packed, from] = [view.getUint32(entry + 20, true), view.getUint32(entry + 42, true)];
  if (packed === 0xffffffff || from === 0xffffffff) return null;
  if (from + 30 > content.length || view.getUint32(from, true) !== localSignature)
    return `Its part ${JSON.stringify(name)} is not at the position in its directory.`;
  const [nameLength, extraLength] = [view.getUint16(from + 26, true), view.getUint16(from + 28, true)];
  if (latin(content, from + 30, nameLength) !== name) return `Its part ${JSON.stringify(name)} has two names.`;
  return { from, to: from + 30 + nameLength + extraLength + packed };
}

const latin = (content: Uint8Array, from: number, length: number): string =>
  Buffer.from(content.buffer, content.byteOffset + from, Math.min(length, content.length - from)).toString('latin1');
