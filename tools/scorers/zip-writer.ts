/** Writes malformed zip archives: duplicate names, different local names, misleading directories. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Member {
  name: string;
  bytes: Uint8Array;
  /** Name in the local header, if it differs from the directory's. */
  localName?: string;
}

/** An archive of these members, in order. `start` is the offset that the directory counts from. */
export function writeZip(members: readonly Member[], start = 0): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = start;
  for (const { name, bytes, localName = name } of members) {
    const packed = deflateRawSync(bytes);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(localName), 22);
    common.copy(local, 4);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    common.copy(entry, 6);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    const whole = Buffer.concat([local, Buffer.from(localName), packed]);
    files.push(whole);
    at += whole.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listing, end]);
}

export function directoryOffset(archive: Buffer): number {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  return end === -1 ? -1 : archive.readUInt32LE(end + 16);
}
