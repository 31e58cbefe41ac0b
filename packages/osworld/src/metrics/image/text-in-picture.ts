import { field, isTruthy, type Metric, MetricFault, score } from 'osharm/evaluators';
import sharp from 'sharp';
import { openPicture } from '../../pictures/picture.ts';

/** Ignores case, because OSWorld's easyocr partly guesses it. */
export const compareImageText: Metric = async ({ result, expected, readText }) => {
  if (!isTruthy(result)) return 0;
  if (field(expected, 'type') !== 'text') throw new MetricFault('The rule has a type other than text.', 'task');
  if (readText === undefined) throw new Error('No OCR engine is available.');
  const { width, height, bands, pixels } = await openPicture(result);
  const channels = bands as 1 | 2 | 3 | 4;
  const png = await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer();
  const shown = await readText(png);
  return score(comparable(` ${shown} `).includes(comparable(String(field(expected, 'text')))));
};

const comparable = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase();
