import type { Effect } from './effect.ts';
import { mailStore } from './mail/store.ts';

/**
 * Where a mail came to be: the folder that it was put into, `Sent` for one that a mail server took; null for effects
 * that put no mail anywhere.
 */
export function mailPlace(effect: Effect): string | null {
  if (effect.source !== 'mail') return null;
  if (effect.kind === 'sent') return 'Sent';
  return effect.kind === 'added' ? (effect.detail.folder ?? '') : null;
}

/** Mail folders that changed and that nobody could read: what was sent or drafted there is not known. */
export function unreadMailFolders(effects: readonly Effect[]): Effect[] {
  return effects.filter(
    ({ detail, path }) => detail.unread !== undefined && path !== undefined && mailStore(path) !== null,
  );
}
