import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/** The entries of an encryption dictionary that the standard security handler needs (ISO 32000-2 7.6.4). */
export interface EncryptionEntries {
  version: number;
  revision: number;
  /** In bytes. */
  keyLength: number;
  owner: Buffer;
  user: Buffer;
  userKey: Buffer;
  permissions: number;
  isMetadataEncrypted: boolean;
  streams: EncryptionMethod;
  strings: EncryptionMethod;
  firstId: Buffer;
}

export type EncryptionMethod = 'none' | 'RC4' | 'AES-128' | 'AES-256';

const pad = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
const sha = (bits: 256 | 384 | 512, content: Buffer): Buffer => createHash(`sha${bits}`).update(content).digest();

/** The key of a file that opens without a password. Null if it needs one. */
export function keyWithoutPassword(entries: EncryptionEntries): Buffer | null {
  return entries.revision >= 5 ? longKey(entries) : shortKey(entries);
}

/** Algorithms 2, 4 and 5. */
function shortKey({
  revision,
  keyLength,
  owner,
  user,
  permissions,
  isMetadataEncrypted,
  firstId,
}: EncryptionEntries): Buffer | null {
  const allowed = Buffer.alloc(4);
  allowed.writeInt32LE(permissions | 0);
  const mark = revision >= 4 && !isMetadataEncrypted ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key = md5(pad, owner.subarray(0, 32), allowed, firstId, mark).subarray(0, keyLength);
  for (let turn = 0; revision >= 3 && turn < 50; turn++) key = md5(key).subarray(0, keyLength);
  if (revision === 2) return rc4(key, pad).equals(user.subarray(0, 32)) ? key : null;
  let check = rc4(key, md5(pad, firstId));
  for (let turn = 1; turn < 20; turn++) check = rc4(Buffer.from(key.map((byte) => byte ^ turn)), check);
  return check.equals(user.subarray(0, 16)) ? key : null;
}

/** Algorithms 2.A and 11. */
function longKey({ revision, user, userKey }: EncryptionEntries): Buffer | null {
  const hash = (salt: Buffer): Buffer => (revision === 5 ? sha(256, salt) : strengthened(salt));
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return null;
  return withoutPadding(hash(user.subarray(40, 48)), Buffer.alloc(16), userKey.subarray(0, 32));
}

/** Algorithm 2.B with an empty password. */
function strengthened(salt: Buffer): Buffer {
  let key = sha(256, salt);
  for (let turn = 0; ; turn++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(rest === 0 ? 256 : rest === 1 ? 384 : 512, mixed);
    if (turn >= 63 && (mixed.at(-1) ?? 0) <= turn - 31) return key.subarray(0, 32);
  }
}

/** The bytes of a string or stream. Damaged ones are empty. */
export function decrypted(
  content: Buffer,
  method: EncryptionMethod,
  key: Buffer,
  { number, generation }: { number: number; generation: number },
): Buffer {
  if (method === 'none') return content;
  if (method === 'AES-256') return fromAes(key, content);
  const place = Buffer.alloc(5);
  place.writeUIntLE(number, 0, 3);
  place.writeUInt16LE(generation & 0xffff, 3);
  const salt = method === 'AES-128' ? Buffer.from('sAlT') : Buffer.alloc(0);
  const objectKey = md5(key, place, salt).subarray(0, Math.min(key.length + 5, 16));
  return method === 'AES-128' ? fromAes(objectKey, content) : rc4(objectKey, content);
}

/** The first block is the initialization vector. */
function fromAes(key: Buffer, content: Buffer): Buffer {
  const whole = content.subarray(16, content.length - (content.length % 16));
  if (whole.length === 0) return Buffer.alloc(0);
  const plain = withoutPadding(key, content.subarray(0, 16), whole);
  const padding = plain.at(-1) ?? 0;
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
}

const withoutPadding = (key: Buffer, vector: Buffer, content: Buffer): Buffer =>
  createDecipheriv(`aes-${key.length === 32 ? 256 : 128}-cbc`, key, vector)
    .setAutoPadding(false)
    .update(content);

/** OpenSSL no longer offers it by default. */
function rc4(key: Buffer, content: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number): void => {
    const value = state[a] as number;
    state[a] = state[b] as number;
    state[b] = value;
  };
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] as number) + (key[at % key.length] as number)) & 255;
    swap(at, other);
  }
  const result = Buffer.alloc(content.length);
  for (let index = 0, at = 0, other = 0; index < content.length; index++) {
    at = (at + 1) & 255;
    other = (other + (state[at] as number)) & 255;
    swap(at, other);
    const mask = state[((state[at] as number) + (state[other] as number)) & 255] as number;
    result[index] = (content[index] as number) ^ mask;
  }
  return result;
}
