import { asidesOf, bodyTextOf, isFileEffect, unreadPartsOf } from '../../../base/record/evidence/common-facts.ts';
import type { Effect, FileEffect } from '../../../base/record/evidence/effect.ts';
import type { TextChange } from '../../views/view-props.ts';
import { labelledText } from './labelled-text.ts';
import { initialTexts, textChange } from './text-change.ts';

const limits = { changes: 200, letters: 40_000 };

/** Changed lines by effect, for files whose text was recorded. `ids` limits the effects that are compared. */
export async function fileChanges(
  directory: string,
  effects: readonly Effect[],
  ids?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, TextChange>> {
  const changed = effects.filter(isChangeOfFile);
  const wanted = new Set(
    changed.filter(({ id, kind }) => kind !== 'created' && (ids === undefined || ids.has(id))).map(({ path }) => path),
  );
  const texts = await initialTexts(directory, wanted);
  const changes = new Map<string, TextChange>();
  for (const effect of changed) {
    if (changes.size === limits.changes) break;
    const { id, kind, path } = effect;
    const before = kind === 'created' ? '' : (texts.get(path) ?? null);
    const now = textAfter(effect);
    if (kind === 'deleted' || kind === 'moved') texts.delete(path);
    if (now !== null) texts.set(kind === 'moved' ? effect.detail.to : path, now);
    if (now === null || kind === 'deleted' || kind === 'restored' || (ids !== undefined && !ids.has(id))) continue;
    const change = textChange(before, now);
    if (change !== null) changes.set(id, change);
  }
  return changes;
}

const isChangeOfFile = (effect: Effect): effect is FileEffect => isFileEffect(effect) && effect.source === 'file';

function textAfter(effect: FileEffect): string | null {
  const text = labelledText({
    body: bodyTextOf(effect) ?? null,
    asides: asidesOf(effect),
    unread: unreadPartsOf(effect),
  });
  return text === null || text.length > limits.letters ? null : text;
}
