import type { Desktop, PictureSize } from '../../desktop/client/desktop.ts';
import type { Tried } from './tried.ts';

/** A desktop without a task; who made it ends it. */
export function plainDesktop(desktop: Desktop, screen: PictureSize): Tried {
  return { title: `Desktop ${desktop.id}`, screen, task: null, start: async () => desktop, end: async () => {} };
}
