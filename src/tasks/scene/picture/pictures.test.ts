import sharp from 'sharp';
import { expect, it } from 'vitest';
import { recogniseText } from '../../../desktop/observation/ocr.ts';
import { seeded } from '../seeded.ts';
import { photographed } from './photo.ts';
import { scannedPages, scannedPicture } from './scan.ts';

const letter = `# Delivery note 76981

Shipley's Wholesale, Harbour Road

Four cages of tinned food for the Drill Hall. Please check the number of cages
before you sign, a missing cage can not be claimed later.

~ three cages only, fourth comes Friday
`;
const isRead = (text: string): boolean => /paid by card|fourth comes friday/i.test(text);
const words = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');

it('OCR reads a page that was rendered as a scan', async () => {
  const read = words(await recogniseText(await scannedPicture(letter, 'png', seeded('a')), isRead));
  expect(read).toContain('delivery note 76981');
  expect(read).toContain('four cages of tinned food for the drill hall');
  expect(read).toContain('before you sign');
  expect(read).toMatch(/fourth comes friday/);
});

it.each(['whiteboard', 'receipt', 'note', 'label'] as const)('OCR reads a rendered photograph of a %s', async (of) => {
  const text = 'Kiosk 14\nTotal due 48.20\nPaid by card';
  const photo = await photographed(of, text, seeded('b'));
  const png = await sharp(photo).png().toBuffer();
  expect(words(await recogniseText(png, isRead))).toContain('paid by card');
});

it('rendered pictures are the same bytes for the same draws and others for others', async () => {
  const pictures = await Promise.all(['a', 'a', 'b'].map((seed) => scannedPicture(letter, 'jpg', seeded(seed))));
  expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
  expect(pictures[0]?.equals(pictures[2] as Buffer)).toBe(false);
});

it('a rendered document starts a new page where the text overflows or asks for it', async () => {
  const long = Array.from({ length: 90 }, (_, index) => `Line ${index}`).join('\n');
  expect(await scannedPages(long, seeded('c'))).toHaveLength(3);
  const pages = await scannedPages('one\n---\ntwo', seeded('c'));
  expect(pages).toHaveLength(2);
  // The PDF says that they are grey: one channel.
  for (const { jpeg } of pages) expect((await sharp(jpeg).metadata()).channels).toBe(1);
});
