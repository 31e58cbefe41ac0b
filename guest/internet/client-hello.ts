import type { Socket } from 'node:net';

const longest = 64 * 1024;
const patience = 10_000;

export interface ClientHello {
  /** Without record headers; the raw bytes if it is not TLS. */
  message: Buffer;
  isTls: boolean;
}

/** Reads the client's first message and puts it back for TLS. Stops after ten seconds or when the client ends. */
export function clientHello(socket: Socket): Promise<ClientHello> {
  return new Promise((resolve) => {
    let raw = Buffer.alloc(0);
    const finish = (): void => {
      clearTimeout(late);
      socket.off('readable', read).off('end', finish).off('close', finish);
      socket.pause();
      if (raw.length > 0 && !socket.destroyed) socket.unshift(raw);
      const { message } = firstMessage(raw);
      resolve(message === null ? { message: raw, isTls: false } : { message, isTls: true });
    };
    const read = (): void => {
      for (let piece: Buffer | null = socket.read(); piece !== null; piece = socket.read())
        raw = Buffer.concat([raw, piece]);
      if (firstMessage(raw).isWhole || raw.length >= longest) finish();
    };
    const late = setTimeout(finish, patience);
    socket.on('readable', read).once('end', finish).once('close', finish);
    read();
  });
}

const handshake = 22;

/** `message` is null if the bytes are not a handshake. */
export function firstMessage(raw: Buffer): { message: Buffer | null; isWhole: boolean } {
  if (raw.length > 0 && raw[0] !== handshake) return { message: null, isWhole: true };
  const parts: Buffer[] = [];
  let length = 0;
  for (let at = 0; at + 5 <= raw.length && raw[at] === handshake; ) {
    const part = raw.subarray(at + 5, at + 5 + raw.readUInt16BE(at + 3));
    parts.push(part);
    length += part.length;
    at += 5 + raw.readUInt16BE(at + 3);
  }
  const message = Buffer.concat(parts);
  // A message starts with its type and a three-byte length.
  const isWhole = length >= 4 && length >= 4 + message.readUIntBE(1, 3);
  return { message, isWhole };
}
