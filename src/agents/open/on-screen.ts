import type { PictureSize } from '../../desktop/client/desktop.ts';
import type { ModelPicture, Point } from '../native/native-action.ts';

/**
 * A point in coordinates that go from 0 to `width` and `height` (a resized picture, a grid of thousandths) as a pixel
 * of the screen: the middle of what the coordinate names.
 */
export function onScreen([x, y]: readonly [number, number], grid: PictureSize, picture: ModelPicture): Point {
  const screen = { width: picture.width * picture.scale.x, height: picture.height * picture.scale.y };
  return [along(x, grid.width, screen.width), along(y, grid.height, screen.height)];
}

function along(value: number, grid: number, screen: number): number {
  const pixel = Math.floor(((value + 0.5) / grid) * screen);
  return Math.max(0, Math.min(Math.round(screen) - 1, pixel));
}
