import { MetricFault } from 'osharm/evaluators';
import { decodePicture } from './picture.ts';

export async function isSamePicture(bytes: Uint8Array, other: Uint8Array): Promise<boolean> {
  const [left, right] = [await decodePicture(bytes), await decodePicture(other)];
  if (left === null || right === null) throw new MetricFault('A picture can’t be read.', 'result');
  return left.bands === right.bands && Buffer.compare(left.pixels, right.pixels) === 0;
}
