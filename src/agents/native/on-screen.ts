import type { OsharmError } from '../../base/errors.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import { invalidAction } from './call-fields.ts';
import { type Grid, gridSize } from './grids.ts';
import type { ModelPicture, Point } from './native-action.ts';

export type PictureScale = Pick<ModelPicture, 'width' | 'height' | 'scale'>;

/**
 * Converts a model's point to a screen pixel: the middle of the cell or pixel that the coordinates name. The grid's
 * largest coordinate is the last pixel. Throws OsharmError `action-invalid`, with `what` in the message, for
 * coordinates that are larger, negative or not finite.
 */
export function pointOnScreen(
  [x, y]: readonly [number, number],
  grid: Grid,
  picture: PictureScale,
  what = 'The point',
): Point {
  const size = gridSize(grid, picture);
  if (!isWithin(x, size.width) || !isWithin(y, size.height)) throw outsideOfPicture([x, y], grid, picture, what);
  const half = grid.unit === 'parts' && grid.names === 'line' ? 0 : 0.5;
  const screen = screenSize(picture);
  return [along(x + half, size.width, screen.width), along(y + half, size.height, screen.height)];
}

export function outsideOfPicture(
  [x, y]: readonly [number, number],
  grid: Grid,
  picture: PictureSize,
  what: string,
): OsharmError {
  const size = gridSize(grid, picture);
  return invalidAction(
    `${what} (${x}, ${y}) is outside of the ${grid.unit === 'parts' ? 'grid' : 'picture'}: x is from 0 to ${largest(size.width, grid)}, y from 0 to ${largest(size.height, grid)}.`,
  );
}

function isWithin(value: number, size: number): boolean {
  return Number.isFinite(value) && value >= 0 && value <= size;
}

function largest(size: number, grid: Grid): number {
  return grid.unit === 'parts' ? size : size - 1;
}

function along(value: number, size: number, screen: number): number {
  return Math.min(screen - 1, Math.floor((value * screen) / size));
}

function screenSize({ width, height, scale }: PictureScale): PictureSize {
  return { width: Math.round(width * scale.x), height: Math.round(height * scale.y) };
}
