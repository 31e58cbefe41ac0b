import type { PictureSize } from '../../desktop/client/desktop.ts';
import { invalidAction } from './call-fields.ts';
import { type Grid, gridSize } from './grids.ts';
import type { ModelPicture, Point } from './native-action.ts';

/** A picture's size, and the screen pixels of each of its pixels. */
export type PictureScale = Pick<ModelPicture, 'width' | 'height' | 'scale'>;

/**
 * A model's point as a pixel of the screen: the middle of what the coordinate names. The grid's largest coordinate is the
 * last pixel; anything beyond, negative or not finite throws OsharmError `action-invalid`, with `what` in the message.
 */
export function pointOnScreen(
  [x, y]: readonly [number, number],
  grid: Grid,
  picture: PictureScale,
  what = 'The point',
): Point {
  const size = gridSize(grid, picture);
  if (!isWithin(x, size.width) || !isWithin(y, size.height))
    throw invalidAction(
      `${what} (${x}, ${y}) is outside of the ${grid.unit === 'parts' ? 'grid' : 'picture'}: x is from 0 to ${largest(size.width, grid)}, y from 0 to ${largest(size.height, grid)}.`,
    );
  const half = grid.unit === 'parts' && grid.names === 'line' ? 0 : 0.5;
  const screen = screenSize(picture);
  return [along(x + half, size.width, screen.width), along(y + half, size.height, screen.height)];
}

function isWithin(value: number, size: number): boolean {
  return Number.isFinite(value) && value >= 0 && value <= size;
}

/** The last pixel of a picture is one less than its size; the end of a grid is its size. */
function largest(size: number, grid: Grid): number {
  return grid.unit === 'parts' ? size : size - 1;
}

function along(value: number, size: number, screen: number): number {
  return Math.min(screen - 1, Math.floor((value * screen) / size));
}

function screenSize({ width, height, scale }: PictureScale): PictureSize {
  return { width: Math.round(width * scale.x), height: Math.round(height * scale.y) };
}
