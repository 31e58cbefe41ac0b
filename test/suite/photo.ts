import { crc32, deflateSync } from 'node:zlib';

/** Letters of the notice, seven rows of five dots each. */
const glyphs: Record<string, string> = {
  '(': '00100 01000 10000 10000 10000 01000 00100',
  ')': '00100 00010 00001 00001 00001 00010 00100',
  '0': '01110 10001 10011 10101 11001 10001 01110',
  '2': '01110 10001 00001 00110 01000 10000 11111',
  '6': '01110 10000 10000 11110 10001 10001 01110',
  B: '11110 10001 10001 11110 10001 10001 11110',
  C: '01110 10001 10000 10000 10000 10001 01110',
  D: '11110 10001 10001 10001 10001 10001 11110',
  E: '11111 10000 10000 11110 10000 10000 11111',
  G: '01110 10001 10000 10111 10001 10001 01110',
  H: '10001 10001 10001 11111 10001 10001 10001',
  I: '01110 00100 00100 00100 00100 00100 01110',
  L: '10000 10000 10000 10000 10000 10000 11111',
  M: '10001 11011 10101 10101 10001 10001 10001',
  O: '01110 10001 10001 10001 10001 10001 01110',
  P: '11110 10001 10001 11110 10000 10000 10000',
  R: '11110 10001 10001 11110 10100 10010 10001',
  T: '11111 00100 00100 00100 00100 00100 00100',
};
type Colour = readonly [number, number, number];
const scale = 4;
const noticeColour: Colour = [232, 194, 26];

/**
 * A PNG of a harbour at dusk, drawn, `width` × `height`; the lowest `strip` rows are black and hold a notice (letters
 * above only) in #E8C21A, which is nowhere else.
 */
export function photo(width: number, height: number, strip: number, notice: string): Uint8Array {
  const top = height - strip + Math.floor((strip - 7 * scale) / 2);
  const left = Math.floor((width - notice.length * 6 * scale) / 2);
  const isNotice = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / scale);
    const row = Math.floor((y - top) / scale);
    const letter = notice[Math.floor(column / 6)] ?? ' ';
    return x >= left && row >= 0 && row < 7 && glyphs[letter]?.split(' ')[row]?.[column % 6] === '1';
  };
  const at = (x: number, y: number): Colour => {
    if (y >= height - strip) return isNotice(x, y) ? noticeColour : [0, 0, 0];
    const horizon = Math.floor((height - strip) * 0.6);
    const mast = [0.2, 0.45, 0.7].some((place) => Math.abs(x - width * place) < 3 && y > horizon - 150 && y < horizon);
    const hull = [0.2, 0.45, 0.7].some(
      (place) => Math.hypot((x - width * place) / 2.4, y - horizon) < 28 && y >= horizon,
    );
    if (mast || hull) return [44, 36, 48];
    const depth = Math.floor((y * 120) / height);
    return y < horizon
      ? [90 + depth, 110 + Math.floor(depth / 2), 190 - depth]
      : [20, 60 + (y % 9) * 3, 110 + (y % 5) * 4];
  };
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows.set(at(x, y), y * (1 + width * 3) + 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
