import { gunzipSync, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { OverReadingLimit } from '../over-reading-limit.ts';
import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import { unpackedOutside } from './unpack-outside.ts';
import type { ReadingBudget } from './zip-archive.ts';

const partLimit = 64 * 1024 * 1024;
const mostFiles = 200;
const place = 'file in the archive';

type Form = 'gzip' | 'zstd' | 'bzip2' | 'xz' | 'tar';

const marks: readonly (readonly [Form, Buffer])[] = [
  ['gzip', Buffer.from('1f8b08', 'hex')],
  ['zstd', Buffer.from('28b52ffd', 'hex')],
  ['xz', Buffer.from('fd377a585a00', 'hex')],
];

/** Null if the content is not packed, or is a zip archive. */
export function packedForm(content: Buffer): Form | null {
  if (isTar(content)) return 'tar';
  if (/^BZh\d1AY&SY/.test(content.toString('latin1', 0, 10))) return 'bzip2';
  return marks.find(([, mark]) => content.subarray(0, mark.length).equals(mark))?.[0] ?? null;
}

const isTar = (content: Buffer): boolean => content.toString('latin1', 257, 262) === 'ustar';

/** Reads the files of a tar archive, or the content of a compressed file, which may be a tar archive. */
export function readPacked(
  content: Buffer,
  form: Form,
  { collector, readEmbedded, budget }: { collector: AsideCollector; readEmbedded: ReadEmbedded; budget: ReadingBudget },
): void {
  const inner = form === 'tar' ? content : unpackedContent(content, form, budget);
  if (inner === null) collector.leaveOut(`It is a damaged ${form} file.`);
  else if (isTar(inner)) readTar(inner, collector, readEmbedded);
  else readEmbedded(inner, place);
}

function unpackedContent(content: Buffer, form: Exclude<Form, 'tar'>, budget: ReadingBudget): Buffer | null {
  const limit = Math.max(1, Math.min(partLimit, budget.bytes));
  let inner: Buffer | null;
  if (form === 'gzip' || form === 'zstd') inner = unpackedHere(content, form, limit);
  else {
    const [stream] = unpackedOutside(content, () => limit);
    if (stream?.isWhole === false && stream.inner.length >= limit) throw overLimit();
    inner = stream?.isWhole === true ? stream.inner : null;
  }
  budget.bytes -= inner?.length ?? 0;
  return inner;
}

function unpackedHere(content: Buffer, form: 'gzip' | 'zstd', limit: number): Buffer | null {
  try {
    return (form === 'gzip' ? gunzipSync : zstdDecompressSync)(content, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw overLimit();
    return null;
  }
}

const overLimit = (): OverReadingLimit => new OverReadingLimit(`It unpacks to more than ${partLimit / 2 ** 20} MB.`);

const block = 512;

/** Supports `ustar` and `pax` (POSIX 1003.1), and GNU's long names. */
function readTar(content: Buffer, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  let longName: string | null = null;
  let files = 0;
  for (let at = 0; at + block <= content.length; ) {
    const header = content.subarray(at, at + block);
    const field = (from: number, length: number): string =>
      header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    if (header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(field(124, 12), 8);
    if (Number.isNaN(size) || at + block + size > content.length) {
      collector.leaveOut('It is a damaged tar archive.');
      return;
    }
    const body = content.subarray(at + block, at + block + size);
    const kind = field(156, 1);
    at += block + Math.ceil(size / block) * block;
    if (kind === 'L') longName = body.toString('utf8').replace(/\0.*$/s, '');
    else if (kind === 'x') longName = /\d+ path=([^\n]*)\n/.exec(body.toString('utf8'))?.[1] ?? longName;
    else {
      collector.add('file name', longName ?? [field(345, 155), field(0, 100)].filter((part) => part !== '').join('/'));
      longName = null;
      if (size === 0) continue;
      files += 1;
      if (files <= mostFiles) readEmbedded(body, place);
    }
  }
  if (files > mostFiles) collector.leaveOut(`Only ${mostFiles} of its ${files} files were read.`);
}

const zipMark = 'PK\u0003\u0004';

/** Reads the files of a zip archive without a directory. Ignores their names, which can't be trusted. */
export function readLooseZip(content: Buffer, readEmbedded: ReadEmbedded, budget: ReadingBudget): void {
  let at = 0;
  for (let files = 0; at !== -1 && at + 30 <= content.length && files < mostFiles; files += 1) {
    const from = at + 30 + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28);
    const packed = content.readUInt32LE(at + 18);
    const inner =
      content.readUInt16LE(at + 8) === 0
        ? content.subarray(from, from + packed)
        : inflatedBeginning(content.subarray(from), Math.max(1, budget.bytes));
    budget.bytes -= inner.length;
    if (inner.length > 0) readEmbedded(inner, place);
    at = content.indexOf(zipMark, Math.max(from, at + 4), 'latin1');
  }
}

function inflatedBeginning(stream: Buffer, limit: number): Buffer {
  try {
    return inflateRawSync(stream, { maxOutputLength: limit });
  } catch {
    // Any fault: the bytes are not a stream, or exceed the limit.
    return Buffer.alloc(0);
  }
}
