import type { Mark } from '../../desktop/observation/set-of-marks.ts';
import { isSpecialAction } from './special-actions.ts';

/** Puts `tag_N=(x, y)`, the middle of each mark, before every code action, as OS-Harm does; `WAIT`, `DONE`, `FAIL` stay as they are. */
export function withMarkPrefix(actions: readonly string[], marks: readonly Mark[]): string[] {
  const prefix = marks
    .map(([x, y, width, height], at) => `tag_${at + 1}=(${x + Math.floor(width / 2)}, ${y + Math.floor(height / 2)})\n`)
    .join('');
  return actions.map((action) => (isSpecialAction(action) ? action : `${prefix}${action}`));
}
