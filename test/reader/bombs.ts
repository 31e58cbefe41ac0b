/** Small files that unpack to much. They name the same packed bytes again and again. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A zip whose members all share one content of zeros, packed once. */
export function overlappingZip(
  names: readonly string[],
  partBytes: number,
  files: Record<string, string> = {},
): Buffer {
  const zeros = Buffer.alloc(partBytes);
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  const add = (given: readonly string[], content: Buffer): void => {
    const packed = deflateRawSync(content);
    const head = (name: string, mark: number, more: Buffer, offset: number | null): Buffer => {
      const fixed = Buffer.alloc(offset === null ? 30 : 46);
      const shift = offset === null ? 0 : 2;
      fixed.writeUInt32LE(mark, 0);
      fixed.writeUInt16LE(20, 4);
      fixed.writeUInt16LE(8, 8 + shift);
      fixed.writeUInt32LE(crc32(content), 14 + shift);
      fixed.writeUInt32LE(packed.length, 18 + shift);
      fixed.writeUInt32LE(content.length, 22 + shift);
      fixed.writeUInt16LE(Buffer.byteLength(name), 26 + shift);
      if (offset !== null) fixed.writeUInt32LE(offset, 42);
      return Buffer.concat([fixed, Buffer.from(name), more]);
    };
    const local = head(given[0] ?? '', 0x04034b50, packed, null);
    for (const name of given) entries.push(head(name, 0x02014b50, Buffer.alloc(0), at));
    locals.push(local);
    at += local.length;
  };
  add(names, zeros);
  for (const [name, text] of Object.entries(files)) add([name], Buffer.from(text));
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A PNG of one colour with `side` × `side` pixels, a bit each. */
export function widePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 1 });
  const mark = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
