import { signal } from '@preact/signals';

/** How a screen is magnified: `scale` ≥ 1, and which point of it (0 … 1 of width and height) stands at the frame's upper left. */
export interface Zoom {
  scale: number;
  left: number;
  top: number;
}

export const whole: Zoom = { scale: 1, left: 0, top: 0 };
const most = 12;

/** Of all screens of the page: before and after are looked at in the same place. */
export const zoom = signal<Zoom>(whole);

/** Magnifies by a factor; the point at `x`, `y` (0 … 1 of the frame) stays where it is. */
export function zoomed(from: Zoom, factor: number, x = 0.5, y = 0.5): Zoom {
  const scale = Math.min(most, Math.max(1, from.scale * factor));
  return kept({ scale, left: from.left + x / from.scale - x / scale, top: from.top + y / from.scale - y / scale });
}

/** Moves what is seen by parts of the frame. */
export function panned(from: Zoom, x: number, y: number): Zoom {
  return kept({ ...from, left: from.left + x / from.scale, top: from.top + y / from.scale });
}

/** Nothing beyond the screen's edges is shown. */
function kept({ scale, left, top }: Zoom): Zoom {
  const furthest = 1 - 1 / scale;
  return { scale, left: Math.min(furthest, Math.max(0, left)), top: Math.min(furthest, Math.max(0, top)) };
}
