import { printable } from '../printable.ts';

/** Text of others for a page: what can't be seen or turns the line around becomes `�`; the lines stay. */
export function visible(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}
