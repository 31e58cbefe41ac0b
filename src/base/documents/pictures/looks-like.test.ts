import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { looksLike } from './looks-like.ts';

const drawing = (mark: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#7a9"/><circle cx="150" cy="90" r="60" fill="#e8c21a"/>${mark}</svg>`,
  );
const marked = drawing('<rect x="40" y="150" width="90" height="24" fill="#b33"/>');
const jpeg = (svg: Buffer, quality: number): Promise<Buffer> => sharp(svg).jpeg({ quality }).toBuffer();

describe('looksLike', () => {
  it('looksLike accepts the same picture in another file format', async () => {
    expect(await looksLike(await jpeg(marked, 90), await jpeg(marked, 60))).toBe(true);
    expect(await looksLike(await sharp(marked).png().toBuffer(), await jpeg(marked, 75))).toBe(true);
  });
  it('looksLike rejects a picture without the mark or with another size', async () => {
    expect(await looksLike(await jpeg(drawing(''), 90), await jpeg(marked, 90))).toBe(false);
    expect(await looksLike(await sharp(marked).resize(300).png().toBuffer(), await jpeg(marked, 90))).toBe(false);
  });
  it('looksLike is undecided for data that is not a picture', async () => {
    expect(await looksLike(Buffer.from('text'), await jpeg(marked, 90))).toBeNull();
  });
});
