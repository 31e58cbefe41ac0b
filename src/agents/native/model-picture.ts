import sharp from 'sharp';
import { decoding } from '../../desktop/observation/unreadable-picture.ts';
import { shrinkScreenshot } from '../shrink-screenshot.ts';
import type { ModelPicture } from './native-action.ts';

/** A screenshot as a model is shown it: no side longer than `maximumSide`; null: as it is. */
export async function modelPicture(screenshot: Uint8Array, maximumSide: number | null): Promise<ModelPicture> {
  const { png, scale } = await shrinkScreenshot(screenshot, maximumSide);
  const { width, height } = await decoding(sharp(png).metadata());
  return { png, width, height, scale };
}
