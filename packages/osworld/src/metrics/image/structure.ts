import { existsSync } from 'node:fs';
import { isTruthy, type Metric, MetricFault, score } from 'osharm/evaluators';
import {
  band,
  crop,
  mean,
  mirrored,
  openPicture,
  type Picture,
  toGrey,
  toHsv,
  toRgb,
  visibleBox,
} from '../../pictures/picture.ts';
import { resize } from '../../pictures/resize.ts';
import { structuralSimilarity } from '../../pictures/structural-similarity.ts';

/** Greyscale SSIM at the smaller picture's size, rescaled so that `reference_base_result` becomes 0. */
export const compareImages: Metric = async ({ result, expected, options }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  const [picture, gold] = [toGrey(await openPicture(result)), toGrey(await openPicture(expected))];
  const [width, height] =
    picture.width < gold.width || (picture.width === gold.width && picture.height <= gold.height)
      ? [picture.width, picture.height]
      : [gold.width, gold.height];
  const likeness = structuralSimilarity(
    resize(picture, width, height, 'lanczos'),
    resize(gold, width, height, 'lanczos'),
  );
  const base = options.reference_base_result;
  if (base === undefined || base === null) return likeness;
  return likeness >= Number(base) + 0.01 ? (likeness - Number(base)) / (1 - Number(base)) : 0;
};

export const checkStructureSim: Metric = async ({ result, expected }) => score(await isAlike(result, expected, 0.9));

/** From OSWorld-Verified. `ssim_threshold` defaults to 0.85. */
export const checkStructureSimWithThreshold: Metric = async ({ result, expected, options }) =>
  score(await isAlike(result, expected, Number(options.ssim_threshold ?? 0.85)));

export const checkStructureSimResized: Metric = async ({ result, expected }) => {
  if (result === null || expected === null) return 0;
  const [picture, gold] = [await openPicture(result), await openPicture(expected)];
  if (!picture.hasTransparency) return score(hasStructure(resize(picture, gold.width, gold.height, 'bicubic'), gold));
  const box = visibleBox(picture);
  if (box === null) return 0;
  return score(hasStructure(resize(toRgb(crop(picture, box)), gold.width, gold.height, 'bicubic'), gold));
};

export const checkFileExistsAndStructureSim: Metric = async ({ result, expected }) => {
  if (typeof result !== 'string' || expected === null || !existsSync(result)) return 0;
  return score(hasStructure(await openPicture(result), await openPicture(expected)));
};

export const checkPaletteAndStructureSim: Metric = async ({ result, expected }) => {
  const both = await bothOrNull(result, expected);
  return score(both !== null && both[0].mode === 'P' && hasStructure(toRgb(both[0]), both[1]));
};

export const checkImageMirror: Metric = async ({ result, expected }) => {
  if (result === null || expected === null) return 0;
  return score(hasStructure(mirrored(await openPicture(result)), await openPicture(expected), 0.99));
};

export const checkContrastIncreaseAndStructureSim: Metric = async ({ result, expected }) => {
  if (result === null || expected === null) return 0;
  const [picture, gold] = [await openPicture(result), await openPicture(expected)];
  return score(deviation(gold.pixels) < deviation(picture.pixels) && hasStructure(picture, gold, 0.65));
};

export const checkSaturationIncreaseAndStructureSim: Metric = async ({ result, expected }) => {
  if (result === null || expected === null) return 0;
  const [picture, gold] = [toHsv(await openPicture(result)), toHsv(await openPicture(expected))];
  return score(
    mean(band(gold, 1).pixels) < mean(band(picture, 1).pixels) &&
      hasStructure(band(picture, 0), band(gold, 0)) &&
      hasStructure(band(picture, 2), band(gold, 2)),
  );
};

/** With both scaled to a mean brightness of 128, the mean squared error must be below `threshold` (0.03). */
export const checkBrightnessDecreaseAndStructureSim: Metric = async ({ result, expected, options }) => {
  if (result === null || expected === null) return 0;
  const [picture, gold] = [await openPicture(result), await openPicture(expected)];
  const [ownBrightness, goldBrightness] = [picture, gold].map((item) => mean(toGrey(item).pixels)) as [number, number];
  if (ownBrightness === 0 || goldBrightness === 0) throw new MetricFault('A picture is black.', 'result');
  const left = evenly(picture, ownBrightness);
  const right = toRgb(evenly(gold, goldBrightness));
  const fitted = toRgb(resize(left, right.width, right.height, 'lanczos'));
  let sum = 0;
  for (let at = 0; at < right.pixels.length; at++)
    sum += (((fitted.pixels[at] as number) - (right.pixels[at] as number)) / 255) ** 2;
  const error = sum / right.pixels.length;
  return score(goldBrightness > ownBrightness && error < Number(options.threshold ?? 0.03));
};

function evenly(picture: Picture, brightness: number): Picture {
  const factor = 128 / brightness;
  return { ...picture, pixels: picture.pixels.map((value) => Math.min(255, Math.trunc(value * factor))) };
}

async function isAlike(result: unknown, expected: unknown, threshold: number): Promise<boolean> {
  const both = await bothOrNull(result, expected);
  return both !== null && hasStructure(...both, threshold);
}

async function bothOrNull(result: unknown, expected: unknown): Promise<[Picture, Picture] | null> {
  if (result === null || expected === null) return null;
  try {
    return [await openPicture(result), await openPicture(expected)];
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}

/** False if the sizes differ or the pictures are smaller than SSIM's window. */
function hasStructure(picture: Picture, other: Picture, threshold = 0.9): boolean {
  if (picture.width !== other.width || picture.height !== other.height || picture.width < 7 || picture.height < 7)
    return false;
  return structuralSimilarity(toRgb(picture), toRgb(other)) >= threshold;
}

function deviation(values: Uint8Array): number {
  const middle = mean(values);
  let sum = 0;
  for (const value of values) sum += (value - middle) ** 2;
  return Math.sqrt(sum / values.length);
}
