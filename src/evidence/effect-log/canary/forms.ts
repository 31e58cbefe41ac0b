/**
 * Finds secrets in encodings of byte groups without decoding. The encoded characters depend on the offset of the secret
 * in a group, so each secret has several forms, trimmed to the characters that its neighbours do not affect.
 */

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const base32Alphabets = [`${upper}234567`, '0123456789ABCDEFGHIJKLMNOPQRSTUV', '0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const base85Alphabets = [
  // Adobe's, RFC 1924's (git, Python's b85encode) and ZeroMQ's.
  Array.from({ length: 85 }, (_, index) => String.fromCharCode(33 + index)).join(''),
  `0123456789${upper}${upper.toLowerCase()}!#$%&()*+-;<=>?@^_\`{|}~`,
  `0123456789${upper.toLowerCase()}${upper}.-:+=^!/*?&<>()[]{}@%$#`,
];

/** Lower-case forms for RFC 4648's two alphabets and Crockford's, to be searched in `letterView`. */
export function base32Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  return base32Alphabets.flatMap((alphabet) =>
    [0, 1, 2, 3, 4].map((offset) => {
      const bits = [...Buffer.alloc(offset), ...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      const first = Math.ceil((offset * 8) / 5);
      const groups = bits.match(/.{5}/g) ?? [];
      return groups
        .slice(first)
        .map((group) => alphabet[Number.parseInt(group, 2)])
        .join('')
        .toLowerCase();
    }),
  );
}

/** Forms of whole four-byte groups. Backslashes are dropped, since quoting adds some. */
export function base85Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  return base85Alphabets.flatMap((alphabet) =>
    [0, 1, 2, 3].map((skipped) => {
      let form = '';
      for (let at = skipped; at + 4 <= bytes.length; at += 4) {
        let number = bytes.readUInt32BE(at);
        let group = '';
        for (let place = 0; place < 5; place++) {
          group = alphabet[number % 85] + group;
          number = Math.floor(number / 85);
        }
        form += group;
      }
      return form.replaceAll('\\', '');
    }),
  );
}

export function unbrokenView(bytes: Uint8Array): string {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte > 0x20 && byte !== 0x5c) out[length++] = byte;
  }
  return out.toString('latin1', 0, length);
}

export interface NumberForms {
  /** Byte codes, separated and surrounded by single blanks, with the name of their base. */
  codes: [name: string, form: string][];
  /** Unbroken digits: codes of three digits, and the secret as one number in both byte orders. */
  digits: string[];
  bits: string;
}

export function numberForms(value: string): NumberForms {
  const bytes = Buffer.from(value);
  const whole = (order: Buffer): string => BigInt(`0x${order.toString('hex')}`).toString();
  return {
    codes: [
      ['decimal', ` ${[...bytes].join(' ')} `],
      ['octal', ` ${[...bytes].map((byte) => byte.toString(8)).join(' ')} `],
    ],
    digits: [
      [...bytes].map((byte) => String(byte).padStart(3, '0')).join(''),
      whole(bytes),
      whole(Buffer.from(bytes).reverse()),
    ],
    bits: [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join(''),
  };
}

export function numberViews(bytes: Uint8Array): { codes: string; digits: string; bits: string } {
  const codes = Buffer.allocUnsafe(bytes.length + 2);
  const digits = Buffer.allocUnsafe(bytes.length);
  const bits = Buffer.allocUnsafe(bytes.length);
  let [codesEnd, digitsEnd, bitsEnd] = [1, 0, 0];
  codes[0] = 0x20;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const isAfterBreak = codes[codesEnd - 1] === 0x20;
    if (!isDigit(byte)) {
      if (!isAfterBreak) codes[codesEnd++] = 0x20;
      continue;
    }
    digits[digitsEnd++] = byte;
    if (byte <= 0x31) bits[bitsEnd++] = byte;
    // Leading zeros are padding.
    if (!(byte === 0x30 && isAfterBreak && isDigit(bytes[at + 1]))) codes[codesEnd++] = byte;
  }
  if (codes[codesEnd - 1] !== 0x20) codes[codesEnd++] = 0x20;
  return {
    codes: codes.toString('latin1', 0, codesEnd),
    digits: digits.toString('latin1', 0, digitsEnd),
    bits: bits.toString('latin1', 0, bitsEnd),
  };
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Collapses repeated characters, since a request that sends one character may be repeated. */
export const singleLetters = (text: string): string => text.replace(/(.)\1+/gs, '$1');
