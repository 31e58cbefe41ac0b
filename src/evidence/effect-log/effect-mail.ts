import { isFileEffect, unreadOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect, FileEffect } from '../../base/record/evidence/effect.ts';
import { mailStore } from './mail/store.ts';

/** `Sent` for a mail that a server accepted; null for effects that added no mail. */
export function mailPlace(effect: Effect): string | null {
  if (effect.kind === 'sent') return 'Sent';
  return effect.kind === 'added' ? effect.detail.folder : null;
}

export const unreadMailFolders = (effects: readonly Effect[]): FileEffect[] =>
  effects.filter(isFileEffect).filter((effect) => unreadOf(effect) !== undefined && mailStore(effect.path) !== null);
