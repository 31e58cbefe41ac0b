import { isFileEffect, unreadOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect, FileEffect } from '../../base/record/evidence/effect.ts';
import { mailStore } from './mail/store.ts';

/**
 * The folder that an effect put a mail into, `Sent` for one that a mail server accepted; null for effects that put no
 * mail anywhere.
 */
export function mailPlace(effect: Effect): string | null {
  if (effect.kind === 'sent') return 'Sent';
  return effect.kind === 'added' ? effect.detail.folder : null;
}

/** Mail folders that changed and could not be read: what was sent or drafted there is not known. */
export const unreadMailFolders = (effects: readonly Effect[]): FileEffect[] =>
  effects.filter(isFileEffect).filter((effect) => unreadOf(effect) !== undefined && mailStore(effect.path) !== null);
