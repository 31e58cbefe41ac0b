/** Byte escapes that can be mixed with plain characters. */
const escapes: readonly { name: string; first: string; pattern: RegExp; decode(match: RegExpMatchArray): string }[] = [
  {
    name: 'url',
    first: '%',
    pattern: /%([0-9a-fA-F]{2})/g,
    decode: ([, digits = '']) => String.fromCharCode(Number.parseInt(digits, 16)),
  },
  {
    name: 'quoted-printable',
    first: '=',
    pattern: /=(?:([0-9a-fA-F]{2})|[ \t]*\r?\n)/g,
    decode: ([, digits]) => (digits === undefined ? '' : String.fromCharCode(Number.parseInt(digits, 16))),
  },
  {
    name: 'html',
    first: '&',
    pattern: /&#(?:(\d{1,7})|[xX]([0-9a-fA-F]{1,6}));?/g,
    decode: ([, decimal, hex]) =>
      letterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10)),
  },
  {
    name: 'escaped',
    first: '\\',
    pattern: /\\(?:u\{?([0-9a-fA-F]{4,6})\}?|x([0-9a-fA-F]{2})|([0-7]{3}))/g,
    decode: ([, unicode, hex, octal]) =>
      letterOf(octal === undefined ? Number.parseInt(unicode ?? hex ?? '', 16) : Number.parseInt(octal, 8)),
  },
];

export function* unescapedBytes(bytes: Buffer): Generator<[name: string, inner: Buffer]> {
  let text: string | null = null;
  for (const { name, first, pattern, decode } of escapes) {
    if (bytes.indexOf(first) === -1) continue;
    text ??= bytes.toString('latin1');
    const parts: string[] = [];
    let rest = 0;
    for (const match of text.matchAll(pattern)) {
      parts.push(text.slice(rest, match.index), decode(match));
      rest = match.index + match[0].length;
    }
    if (parts.length > 0) yield [name, Buffer.from(parts.join('') + text.slice(rest), 'latin1')];
  }
}

const letterOf = (code: number): string => (code < 0x100 ? String.fromCharCode(code) : '\u0000');
