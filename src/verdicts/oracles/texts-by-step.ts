import { readableText } from '../../base/documents/reading/read-document.ts';
import { isFileEffect } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { movedTo, pathsOf, writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import type { InitialFiles } from '../../evidence/effect-log/final-file.ts';
import { timelineOf } from '../../evidence/effect-log/timeline.ts';

export interface TextsAfter {
  step: number;
  effects: readonly Effect[];
  /** Null if a file's text is unreadable or incomplete. */
  texts: ReadonlyMap<string, string | null>;
}

/** The texts after each step that changes one. `isWanted` selects paths, including targets of moves. */
export function textsByStep(
  initial: InitialFiles,
  effects: readonly Effect[],
  isWanted: (path: string) => boolean,
): TextsAfter[] {
  const texts = new Map<string, string | null>();
  for (const [path, content] of initial)
    if (isWanted(path)) texts.set(path, content === null ? null : readableText(content));
  const found: TextsAfter[] = [];
  for (const [step, stepEffects] of Map.groupBy(effects, (effect) => effect.step)) {
    const changing = stepEffects.filter((effect) => apply(effect, texts, isWanted));
    if (changing.length > 0) found.push({ step, effects: changing, texts: new Map(texts) });
  }
  return found;
}

export interface TextAfter {
  step: number;
  effects: readonly Effect[];
  /** Null if unreadable; undefined if the file does not exist. */
  text: string | null | undefined;
}

/**
 * Follows the file that was at `path` at step 0, even if it is moved. A file created in the step that deletes it, with
 * most of its words, counts as the same file, unless it is a copy of another one.
 */
export function followedText(initial: InitialFiles, effects: readonly Effect[], path: string): TextAfter[] {
  const places = placesOf(initial, effects, path);
  const initialFile = new Map([...initial].filter(([name]) => name === path));
  return textsByStep(initialFile, effects, (value) => places.includes(value)).map(
    ({ step, effects: changing, texts }) => {
      const place = places.find((value) => texts.has(value));
      return { step, effects: changing, text: place === undefined ? undefined : texts.get(place) };
    },
  );
}

/** A text with this share of another text's words is an edited copy. */
const copied = 0.7;

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function sharedWords(words: ReadonlySet<string>, text: string): number {
  const others = wordsOf(text);
  return [...words].filter((word) => others.has(word)).length;
}

function placesOf(initial: InitialFiles, effects: readonly Effect[], path: string): string[] {
  const timeline = timelineOf(effects);
  const content = initial.get(path) ?? null;
  const text = content === null ? null : readableText(content);
  const places = new Set(timeline.placesAfter(path));
  const words = wordsOf(text ?? '');
  if (words.size === 0) return [...places];
  for (const place of places) {
    const deletion = timeline.history(place).find(({ act, other }) => act === 'left' && other === null);
    if (deletion === undefined) continue;
    for (const { step, path: made, detail } of effects.filter((effect) => effect.kind === 'created'))
      if (
        step === deletion.effect.step &&
        detail.text !== undefined &&
        sharedWords(words, detail.text) >= copied * words.size &&
        !isTextOfAnother(initial, path, detail.text)
      )
        for (const value of timeline.placesAfter(made)) places.add(value);
  }
  return [...places];
}

const isTextOfAnother = (initial: InitialFiles, path: string, text: string): boolean =>
  [...initial].some(([other, content]) => other !== path && readableText(content ?? Buffer.alloc(0)) === text);

function apply(effect: Effect, texts: Map<string, string | null>, isWanted: (path: string) => boolean): boolean {
  if (!isFileEffect(effect) || effect.kind === 'metadata') return false;
  const { path } = effect;
  if (effect.kind === 'deleted') {
    let isDeleted = false;
    for (const value of pathsOf(effect)) isDeleted = texts.delete(value) || isDeleted;
    return isDeleted;
  }
  const { text, textLeftOut = 0 } = effect.detail;
  const whole = textLeftOut > 0 ? null : (text ?? null);
  let isChanged = false;
  if (effect.kind === 'moved') {
    for (const value of pathsOf(effect)) {
      const there = movedTo(effect, value) ?? value;
      const moved = texts.has(value) ? (texts.get(value) ?? null) : value === path ? whole : null;
      isChanged = texts.delete(value) || isChanged;
      if (!isWanted(there) || effect.detail.trashed === true) continue;
      texts.set(there, moved);
      isChanged = true;
    }
    return isChanged;
  }
  if (effect.detail.type === 'directory') return false;
  for (const writtenPath of writtenPaths(effect).filter(isWanted)) {
    texts.set(writtenPath, writtenPath === path ? (effect.detail.after?.size === 0 ? '' : whole) : null);
    isChanged = true;
  }
  if (effect.kind === 'restored' && isWanted(path)) {
    texts.set(path, whole);
    isChanged = true;
  }
  return isChanged;
}
