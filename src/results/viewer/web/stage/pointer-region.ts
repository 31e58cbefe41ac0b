import type { Region } from '../../api/overview.ts';
import { pointersOf } from './pointers.ts';
import { around } from './region.ts';

/** Radius in pixels of the area around a pointer position. */
const reach = 60;

/** In fractions of the screen. */
export function pointerRegion(actions: readonly unknown[], screen: { width: number; height: number }): Region | null {
  const points = actions
    .flatMap(pointersOf)
    .flatMap((pointer) =>
      pointer.kind === 'keys'
        ? []
        : pointer.kind === 'drag'
          ? [pointer, { x: pointer.toX, y: pointer.toY }]
          : [pointer],
    );
  return around(
    points.map(({ x, y }) => ({
      x: (x - reach) / screen.width,
      y: (y - reach) / screen.height,
      width: (2 * reach) / screen.width,
      height: (2 * reach) / screen.height,
    })),
  );
}
