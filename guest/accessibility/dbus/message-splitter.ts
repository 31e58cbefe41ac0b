/** Offsets refer to the receive buffer. */
export interface IncomingMessage {
  /** 1 call, 2 return, 3 error, 4 signal. */
  type: number;
  flags: number;
  serial: number;
  replySerial: number;
  signature: string;
  bodyStart: number;
  bodyEnd: number;
}

const LARGEST_MESSAGE = 128 * 1024 * 1024;

/** Returns 0 if too few bytes have arrived to determine the length. */
export function messageLength(buffer: Buffer, at: number, end: number): number {
  if (end - at < 16) return 0;
  if (buffer[at] !== 0x6c) throw new Error('D-Bus message in a byte order that this machine does not have');
  const length = 16 + aligned(buffer.readUInt32LE(at + 12)) + buffer.readUInt32LE(at + 4);
  if (length > LARGEST_MESSAGE) throw new Error(`D-Bus message of ${length} bytes`);
  return length;
}

/** Skips string fields, which `headerStrings` reads. */
export function readHeader(buffer: Buffer, at: number, message: IncomingMessage): void {
  message.type = buffer[at + 1] as number;
  message.flags = buffer[at + 2] as number;
  message.serial = buffer.readUInt32LE(at + 8);
  message.replySerial = 0;
  message.signature = '';
  const fieldsEnd = at + 16 + buffer.readUInt32LE(at + 12);
  message.bodyStart = at + 16 + aligned(fieldsEnd - at - 16);
  message.bodyEnd = message.bodyStart + buffer.readUInt32LE(at + 4);
  let field = at + 16;
  while (field < fieldsEnd) {
    const code = buffer[field];
    const type = buffer[field + 2];
    if (type === 0x75) {
      if (code === 5) message.replySerial = buffer.readUInt32LE(field + 4);
      field += 8;
    } else if (type === 0x67) {
      const length = buffer[field + 4] as number;
      if (code === 8) message.signature = buffer.toString('latin1', field + 5, field + 5 + length);
      field += 6 + length;
    } else {
      field += 9 + buffer.readUInt32LE(field + 4);
    }
    field += (8 - ((field - at) % 8)) % 8;
  }
}

/** String fields by code: 1 path, 2 interface, 3 member, 4 error name, 7 sender. */
export function headerStrings(buffer: Buffer, at: number): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const fieldsEnd = at + 16 + buffer.readUInt32LE(at + 12);
  let field = at + 16;
  while (field < fieldsEnd) {
    const code = buffer[field] as number;
    const type = buffer[field + 2];
    if (type === 0x75) field += 8;
    else if (type === 0x67) field += 6 + (buffer[field + 4] as number);
    else {
      const length = buffer.readUInt32LE(field + 4);
      found[code] = buffer.toString('utf8', field + 8, field + 8 + length);
      field += 9 + length;
    }
    field += (8 - ((field - at) % 8)) % 8;
  }
  return found;
}

function aligned(length: number): number {
  return (length + 7) & ~7;
}
