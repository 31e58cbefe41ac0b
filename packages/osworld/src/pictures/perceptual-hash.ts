import { type Picture, toGrey } from './picture.ts';
import { resize } from './resize.ts';

const side = 32;
const kept = 8;

/** ImageHash's `phash`: each bit states whether a low frequency of the picture, at 32 × 32, is above the median. */
export function perceptualHash(picture: Picture): boolean[] {
  const { pixels } = resize(toGrey(picture), side, side, 'lanczos');
  const low: number[] = [];
  for (let v = 0; v < kept; v++)
    for (let u = 0; u < kept; u++) {
      let sum = 0;
      for (let y = 0; y < side; y++)
        for (let x = 0; x < side; x++) sum += (pixels[y * side + x] as number) * wave(v, y) * wave(u, x);
      low.push(4 * sum);
    }
  const sorted = [...low].sort((a, b) => a - b);
  const median = ((sorted[31] as number) + (sorted[32] as number)) / 2;
  return low.map((value) => value > median);
}

export function hashDistance(first: readonly boolean[], second: readonly boolean[]): number {
  return first.filter((bit, index) => bit !== second[index]).length;
}

function wave(frequency: number, place: number): number {
  return Math.cos((Math.PI * frequency * (2 * place + 1)) / (2 * side));
}
