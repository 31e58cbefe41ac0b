/**
 * Settings in a dconf database (GVDB) by path. Simple types are formatted like in gsettings (`false`, `5`, `'text'`),
 * others in hex. Omits defaults. Null if the format is invalid.
 */
export function settingsIn(content: Uint8Array): Map<string, string> | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length < 24 || bytes.subarray(0, 8).toString('latin1') !== 'GVariant') return null;
  try {
    return readTable(bytes, bytes.readUInt32LE(16));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Hash, parent, the key's offset and length, type, and the value's start and end. */
const itemSize = 24;

function readTable(bytes: Buffer, start: number): Map<string, string> {
  const bloomWords = bytes.readUInt32LE(start) & 0x07ff_ffff;
  const buckets = bytes.readUInt32LE(start + 4);
  const items = start + 8 + 4 * (bloomWords + buckets);
  const end = bytes.readUInt32LE(20);
  const count = Math.floor((Math.min(end, bytes.length) - items) / itemSize);
  const found = new Map<string, string>();
  for (let index = 0; index < count; index++) {
    const at = items + index * itemSize;
    if (String.fromCharCode(bytes.readUInt8(at + 14)) !== 'v') continue;
    const key = keyOf(bytes, items, index, count);
    found.set(key, shownValue(bytes.subarray(bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20))));
  }
  return found;
}

/** Returns an item's full key: the keys of its ancestors and its own, joined. */
function keyOf(bytes: Buffer, items: number, index: number, count: number): string {
  let key = '';
  for (let at = index, hops = 0; at < count && hops < 64; hops++) {
    const item = items + at * itemSize;
    const from = bytes.readUInt32LE(item + 8);
    key = bytes.subarray(from, from + bytes.readUInt16LE(item + 12)).toString('utf8') + key;
    at = bytes.readUInt32LE(item + 4);
  }
  return key;
}

/** A serialized variant: value, zero byte, type. */
function shownValue(bytes: Buffer): string {
  const zero = bytes.lastIndexOf(0);
  const type = bytes.subarray(zero + 1).toString('latin1');
  const value = bytes.subarray(0, zero);
  switch (type) {
    case 'b':
      return value[0] === 1 ? 'true' : 'false';
    case 's':
      return `'${value.subarray(0, -1).toString('utf8')}'`;
    case 'y':
      return String(value.readUInt8(0));
    case 'n':
      return String(value.readInt16LE(0));
    case 'q':
      return String(value.readUInt16LE(0));
    case 'i':
      return String(value.readInt32LE(0));
    case 'u':
      return String(value.readUInt32LE(0));
    case 'x':
      return String(value.readBigInt64LE(0));
    case 't':
      return String(value.readBigUInt64LE(0));
    case 'd':
      return String(value.readDoubleLE(0));
    default:
      return value.toString('hex');
  }
}
