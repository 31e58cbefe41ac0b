/** RFC 2045, 6.7. The result has one byte per character of the source. */
export const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/=\n/g, '')
      .replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

export function uudecoded(lines: string): Buffer {
  return Buffer.concat(
    lines.split(/\r?\n/).map((line) => {
      const length = (line.charCodeAt(0) - 32) & 63;
      const values = [...line.slice(1)].map((letter) => (letter.charCodeAt(0) - 32) & 63);
      const bytes: number[] = [];
      for (let at = 0; at + 1 < values.length; at += 4) {
        const [a = 0, b = 0, c = 0, d = 0] = values.slice(at, at + 4);
        bytes.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d);
      }
      return Buffer.from(bytes.slice(0, line === '' ? 0 : length));
    }),
  );
}

/** RFC 2152: `+`, modified base 64 of UTF-16, `-`. */
export const fromUtf7 = (text: string): string =>
  text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) => {
    if (encoded === '') return '+';
    const bytes = Buffer.from(encoded, 'base64');
    return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  });
