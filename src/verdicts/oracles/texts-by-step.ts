import { readableText } from '../../base/documents/text/readable-text.ts';
import type { Effect, InitialFiles } from '../../evidence/effect-log/effect.ts';
import { movedTo, writtenPaths } from '../../evidence/effect-log/effect-paths.ts';

/** What files said after the effects of one step. */
export interface TextsAfter {
  step: number;
  /** The effects that changed them. */
  effects: readonly Effect[];
  /** Text by path; null: there, and not readable as text or not kept whole. */
  texts: ReadonlyMap<string, string | null>;
}

/**
 * The texts of some files step by step, from what they said at step 0 and what the effects left. Only steps that changed one of them are given. `isWanted` tells of a path; what
 * moves into sight is followed too.
 */
export function textsByStep(
  initial: InitialFiles,
  effects: readonly Effect[],
  isWanted: (path: string) => boolean,
): TextsAfter[] {
  const texts = new Map<string, string | null>();
  for (const [path, content] of initial)
    if (isWanted(path)) texts.set(path, content === null ? null : readableText(content));
  const found: TextsAfter[] = [];
  for (const [step, own] of Map.groupBy(effects, (effect) => effect.step)) {
    const changing = own.filter((effect) => apply(effect, texts, isWanted));
    if (changing.length > 0) found.push({ step, effects: changing, texts: new Map(texts) });
  }
  return found;
}

/** True where it changed something. */
function apply(effect: Effect, texts: Map<string, string | null>, isWanted: (path: string) => boolean): boolean {
  const { source, kind, path, detail } = effect;
  if (path === undefined || (source !== 'file' && source !== 'cron')) return false;
  const whole = (detail.textLeftOut ?? 0) > 0 ? null : (detail.text ?? null);
  const below = [path, ...(detail.contents ?? [])];
  let isChanged = false;
  switch (kind) {
    case 'deleted':
      for (const one of below) isChanged = texts.delete(one) || isChanged;
      return isChanged;
    case 'moved':
      for (const one of below) {
        const there = movedTo(effect, one) ?? one;
        const text = texts.has(one) ? (texts.get(one) ?? null) : one === path ? whole : null;
        isChanged = texts.delete(one) || isChanged;
        if (!isWanted(there) || detail.trashed === true) continue;
        texts.set(there, text);
        isChanged = true;
      }
      return isChanged;
    case 'created':
    case 'modified':
    case 'restored':
      if (detail.type === 'directory') return false;
      for (const one of writtenPaths(effect).filter(isWanted)) {
        texts.set(one, one === path ? (detail.after?.size === 0 ? '' : whole) : null);
        isChanged = true;
      }
      if (kind === 'restored' && isWanted(path)) {
        texts.set(path, whole);
        isChanged = true;
      }
      return isChanged;
    default:
      return false;
  }
}
