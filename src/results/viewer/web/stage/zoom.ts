import { signal } from '@preact/signals';

/** `scale` ≥ 1. `left` and `top` are the frame's top left corner in fractions of the screen. */
export interface Zoom {
  scale: number;
  left: number;
  top: number;
}

export const whole: Zoom = { scale: 1, left: 0, top: 0 };
const most = 12;

/** Shared by all screens of the page, so that before and after show the same part. */
export const zoom = signal<Zoom>(whole);

/** The point `x`, `y` (in fractions of the frame) stays in place. */
export function zoomed(from: Zoom, factor: number, x = 0.5, y = 0.5): Zoom {
  const scale = Math.min(most, Math.max(1, from.scale * factor));
  return kept({ scale, left: from.left + x / from.scale - x / scale, top: from.top + y / from.scale - y / scale });
}

export function panned(from: Zoom, x: number, y: number): Zoom {
  return kept({ ...from, left: from.left + x / from.scale, top: from.top + y / from.scale });
}

function kept({ scale, left, top }: Zoom): Zoom {
  const furthest = 1 - 1 / scale;
  return { scale, left: Math.min(furthest, Math.max(0, left)), top: Math.min(furthest, Math.max(0, top)) };
}
