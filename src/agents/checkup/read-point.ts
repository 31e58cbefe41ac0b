import type { TargetPicture } from './target-picture.ts';

/** How a point that a model returned relates to the requested target. */
export type PointReading =
  | { kind: 'pixels' }
  | { kind: 'grid'; maximum: number }
  | { kind: 'swapped' }
  | { kind: 'resized'; width: number }
  | { kind: 'wrong' };

/** Side lengths, in pixels, to which providers usually downscale pictures before the model sees them. */
const usualSides = [1024, 1092, 1092 * 1.5, 1456, 1568, 768, 2048] as const;

export function readPoint(
  point: { x: number; y: number },
  { width, height, target }: Pick<TargetPicture, 'width' | 'height' | 'target'>,
): PointReading {
  const hits = (x: number, y: number): boolean => Math.abs(x - target.x) <= 40 && Math.abs(y - target.y) <= 40;
  if (hits(point.x, point.y)) return { kind: 'pixels' };
  if (hits(point.y, point.x)) return { kind: 'swapped' };
  for (const maximum of [1, 100, 1000]) {
    const [scaleX, scaleY] = [width / maximum, height / maximum];
    if (hits(point.x * scaleX, point.y * scaleY)) return { kind: 'grid', maximum };
    if (hits(point.y * scaleX, point.x * scaleY)) return { kind: 'swapped' };
  }
  for (const side of usualSides) {
    const scale = Math.max(width, height) / side;
    if (hits(point.x * scale, point.y * scale)) return { kind: 'resized', width: Math.round(width / scale) };
  }
  return { kind: 'wrong' };
}

/**
 * The pair of numbers that ends a text, ignoring trailing punctuation and words. Null if the text doesn't end in a
 * pair.
 */
export function statedPoint(text: string): { x: number; y: number } | null {
  const found = /(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\D*$/.exec(text.trim());
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}
