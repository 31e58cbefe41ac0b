const head = 4096;

/** Decodes UTF-8, UTF-16 or Windows-1252 text; null for binary content. */
export function plainText(content: Uint8Array): string | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const wide = wideText(bytes);
  if (wide !== null) return wide;
  if (bytes.subarray(0, head).includes(0)) return null;
  const text = bytes.toString('utf8');
  const beginning = text.slice(0, head);
  const broken = [...beginning].filter((letter) => letter === '\ufffd').length;
  if (broken === 0) return text;
  return singleByteText(bytes) ?? (broken <= beginning.length / 20 ? text : null);
}

/** Detects UTF-16 by its byte order mark, or by zeros in every second byte. */
function wideText(bytes: Buffer): string | null {
  if (bytes.length < 4 || bytes.length % 2 === 1) return null;
  const mark = bytes.readUInt16BE(0);
  if (mark === 0xfffe || mark === 0xfeff) {
    const text = new TextDecoder(mark === 0xfeff ? 'utf-16be' : 'utf-16le').decode(bytes);
    return /[\0\ufffd]/.test(text.slice(0, head)) ? null : text;
  }
  const begin = bytes.subarray(0, 400);
  const zeros = (from: number): number => begin.filter((byte, at) => at % 2 === from && byte === 0).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) < begin.length * 0.4 || Math.min(even, odd) > 0) return null;
  return new TextDecoder(even > odd ? 'utf-16be' : 'utf-16le').decode(bytes);
}

/** Null if there are control characters, or if lower-case ASCII, spaces and line feeds are less than half. */
function singleByteText(bytes: Buffer): string | null {
  const begin = bytes.subarray(0, head);
  const count = (isSuch: (byte: number) => boolean): number =>
    begin.reduce((sum, byte) => sum + Number(isSuch(byte)), 0);
  const controls = count((byte) => (byte < 32 && (byte < 9 || byte > 13)) || byte === 0x7f);
  const common = count((byte) => byte === 32 || byte === 10 || (byte >= 97 && byte <= 122));
  if (controls > 0 || common < begin.length * 0.5) return null;
  return new TextDecoder('windows-1252').decode(bytes);
}
