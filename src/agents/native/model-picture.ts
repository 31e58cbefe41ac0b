import { decoding } from '../../desktop/observation/unreadable-picture.ts';
import { shrinkScreenshot } from '../shrink-screenshot.ts';
import type { ModelPicture } from './native-action.ts';

/** Shrinks a screenshot for a model, so that no side exceeds `maximumSide`; null disables shrinking. */
export async function modelPicture(screenshot: Uint8Array, maximumSide: number | null): Promise<ModelPicture> {
  const { png, scale } = await shrinkScreenshot(screenshot, maximumSide);
  const { default: sharp } = await import('sharp');
  const { width, height } = await decoding(sharp(png).metadata());
  return { png, width, height, scale };
}
