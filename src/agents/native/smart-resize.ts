import type { PictureSize } from '../../desktop/client/desktop.ts';

export interface Resizing {
  factor: number;
  minimum: number;
  maximum: number;
}

/**
 * The size to which Qwen2.5-VL's image processor resizes a picture. Models based on it use coordinates of this size.
 * Source: `smart_resize` of the model's public processor.
 */
export function smartResize({ width, height }: PictureSize, { factor, minimum, maximum }: Resizing): PictureSize {
  const rounded = {
    width: multiple(width, factor, roundHalfToEven),
    height: multiple(height, factor, roundHalfToEven),
  };
  const area = rounded.width * rounded.height;
  if (area > maximum) {
    const shrink = Math.sqrt((width * height) / maximum);
    return {
      width: multiple(width / shrink, factor, Math.floor),
      height: multiple(height / shrink, factor, Math.floor),
    };
  }
  if (area < minimum) {
    const grow = Math.sqrt(minimum / (width * height));
    return { width: multiple(width * grow, factor, Math.ceil), height: multiple(height * grow, factor, Math.ceil) };
  }
  return rounded;
}

function multiple(side: number, factor: number, round: (value: number) => number): number {
  return Math.max(1, round(side / factor)) * factor;
}

/** Implements Python's `round`. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
