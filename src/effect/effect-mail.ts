import type { Effect } from './effect.ts';

/** Where a mail came to be: the folder that it was put into, `Sent` for one that a mail server took; null for effects that put no mail anywhere. */
export function mailPlace(effect: Effect): string | null {
  if (effect.source !== 'mail') return null;
  if (effect.kind === 'sent') return 'Sent';
  return effect.kind === 'added' ? (effect.detail.folder ?? '') : null;
}
