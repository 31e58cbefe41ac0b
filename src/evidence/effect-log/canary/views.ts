/** Views of bytes, reduced to an encoding's alphabet. Wrapped, spaced or quoted secrets are contiguous there. */

const drop = 0;

function table(letters: string, mapped: string = letters): Uint8Array {
  const kept = new Uint8Array(256);
  for (const [index, letter] of [...letters].entries()) kept[letter.charCodeAt(0)] = mapped.charCodeAt(index);
  return kept;
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const letterTable = table(`${upper}${lower}${digits}`, `${lower}${lower}${digits}`);
const base64Table = table(`${upper}${lower}${digits}+/-_`, `${upper}${lower}${digits}+/+/`);
const hexTable = table('0123456789abcdefABCDEF', '0123456789abcdefabcdef');

export const letterView = (bytes: Uint8Array): string => filtered(bytes, letterTable).toString('latin1');

/** Base64 characters, without line breaks and padding. The URL alphabet is mapped to the standard one. */
export const base64View = (bytes: Uint8Array): string => filtered(unescaped(bytes), base64Table).toString('latin1');

/** Hex digits in lower case, without the prefixes `0x` and `\x`. */
export function hexView(bytes: Uint8Array): string {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const kept = hexTable[bytes[at] as number] as number;
    if (kept === drop) continue;
    if (kept === 0x30 && ((bytes[at + 1] as number) | 0x20) === 0x78) continue;
    out[length++] = kept;
  }
  return out.toString('latin1', 0, length);
}

export const letterForm = (value: string): string => letterView(Buffer.from(value));

/** Base64 encodes a secret in one of three forms, by its offset modulo 3. Only their inner characters are fixed. */
export function base64Forms(value: string): string[] {
  return [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const whole = padded.toString('base64').replace(/=+$/, '');
    const start = offset === 0 ? 0 : offset + 1;
    return whole.slice(start, padded.length % 3 === 0 ? whole.length : whole.length - 1);
  });
}

function filtered(bytes: Uint8Array, kept: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const letter = kept[bytes[at] as number] as number;
    if (letter !== drop) out[length++] = letter;
  }
  return out.subarray(0, length);
}

/** Drops line breaks written as `\n` in JSON and shells. */
function unescaped(bytes: Uint8Array): Uint8Array {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('\\') === -1) return bytes;
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0x5c && (bytes[at + 1] === 0x6e || bytes[at + 1] === 0x72)) at++;
    else out[length++] = bytes[at] as number;
  }
  return out.subarray(0, length);
}
