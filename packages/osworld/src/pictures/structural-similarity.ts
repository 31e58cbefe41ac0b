import { MetricFault } from 'osharm/evaluators';
import type { Picture } from './picture.ts';

const window = 7;

/**
 * scikit-image's `structural_similarity` with its defaults for 8-bit pictures: a 7-pixel square window, sample
 * covariance, the mean over all full windows and bands. Returns −1 … 1. Both pictures must have the same size and
 * number of bands.
 */
export function structuralSimilarity(picture: Picture, other: Picture): number {
  if (picture.width !== other.width || picture.height !== other.height || picture.bands !== other.bands)
    throw new MetricFault('Two pictures differ in size or mode.', 'result');
  if (picture.width < window || picture.height < window)
    throw new MetricFault('A picture is smaller than the window of SSIM.', 'result');
  let sum = 0;
  for (let part = 0; part < picture.bands; part++) sum += bandSimilarity(picture, other, part);
  return sum / picture.bands;
}

function bandSimilarity(picture: Picture, other: Picture, part: number): number {
  const { width, height, bands } = picture;
  const count = window * window;
  const correction = count / (count - 1);
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const columns = Array.from({ length: 5 }, () => new Float64Array(width));
  const change = (y: number, sign: number): void => {
    for (let x = 0; x < width; x++) {
      const left = picture.pixels[(y * width + x) * bands + part] as number;
      const right = other.pixels[(y * width + x) * bands + part] as number;
      for (const [index, value] of [left, right, left * left, right * right, left * right].entries())
        (columns[index] as Float64Array)[x] = ((columns[index] as Float64Array)[x] as number) + sign * value;
    }
  };
  let total = 0;
  for (let y = 0; y < height; y++) {
    change(y, 1);
    if (y >= window) change(y - window, -1);
    if (y < window - 1) continue;
    const sums = [0, 0, 0, 0, 0];
    for (let x = 0; x < width; x++) {
      for (let index = 0; index < 5; index++) {
        const column = columns[index] as Float64Array;
        sums[index] =
          (sums[index] as number) + (column[x] as number) - (x >= window ? (column[x - window] as number) : 0);
      }
      if (x < window - 1) continue;
      const [ux, uy, uxx, uyy, uxy] = sums.map((value) => value / count) as [number, number, number, number, number];
      const vx = correction * (uxx - ux * ux);
      const vy = correction * (uyy - uy * uy);
      const vxy = correction * (uxy - ux * uy);
      total += ((2 * ux * uy + c1) * (2 * vxy + c2)) / ((ux * ux + uy * uy + c1) * (vx + vy + c2));
    }
  }
  return total / ((width - window + 1) * (height - window + 1));
}
