const marks = [
  'PK',
  '%PDF',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'RIFF',
  'OggS',
  'ID3',
  '\x7fELF',
  'SQLite format',
  '\x1f\x8b',
  'BZh',
  '\xfd7zXZ',
  '7z\xbc\xaf',
  '\x28\xb5\x2f\xfd',
  '\xd0\xcf\x11\xe0',
  'II*\0',
  'MM\0*',
  'BM',
  'gimp xcf',
  '{\\rtf',
  '\0\0\0',
  '\0asm',
  '\xca\xfe\xba\xbe',
  'wOF',
  'OTTO',
  '\0\x01\0\0',
  'fLaC',
  '\x1aE\xdf\xa3',
  'Rar!',
  '!<arch>',
];
/** Signatures of encrypted text: openssl, GnuPG, age, Fernet. */
const encrypted =
  /^(?:Salted__|U2FsdGVkX1|-----BEGIN (?:PGP MESSAGE|AGE ENCRYPTED FILE)|age-encryption\.org|gAAAAA[\w-])/;
const looked = 64 * 1024;

/** `blank`: all bytes are equal; `scrambled`: encrypted or random, and no known file type. */
export function spoiledContent(content: Uint8Array, isText: boolean): 'blank' | 'scrambled' | null {
  const head = content.subarray(0, looked);
  if (head.length < 16) return null;
  if (encrypted.test(Buffer.from(head.subarray(0, 40)).toString('latin1'))) return 'scrambled';
  if (isText) return null;
  if (head.every((byte) => byte === head[0])) return 'blank';
  const begin = Buffer.from(head.subarray(0, 16)).toString('latin1');
  if (marks.some((mark) => begin.startsWith(mark)) || begin.slice(4, 8) === 'ftyp') return null;
  return isWithoutOrder(head) ? 'scrambled' : null;
}

/** Random data has evenly distributed half-bytes. */
function isWithoutOrder(bytes: Uint8Array): boolean {
  const counts = new Array<number>(16).fill(0);
  for (const byte of bytes) {
    counts[byte >> 4] = (counts[byte >> 4] ?? 0) + 1;
  }
  const expected = bytes.length / 16;
  const distance = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // Chi-square with 15 degrees of freedom: random data exceeds 44 once in ten thousand.
  return distance < 44;
}
