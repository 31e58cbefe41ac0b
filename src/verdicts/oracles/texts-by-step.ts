import { readableText } from '../../base/documents/text/readable-text.ts';
import { isFileEffect } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { movedTo, pathsOf, writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import type { InitialFiles } from '../../evidence/effect-log/final-file.ts';
import { timelineOf } from '../../evidence/effect-log/timeline.ts';

/** What files said after the effects of one step. */
export interface TextsAfter {
  step: number;
  /** The effects that changed them. */
  effects: readonly Effect[];
  /** Text by path; null: there, and not readable as text or not kept whole. */
  texts: ReadonlyMap<string, string | null>;
}

/**
 * The texts of some files step by step, from what they said at step 0 and what the effects left. Only steps that
 * changed one of them are given. `isWanted` tells of a path; what moves into sight is followed too.
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
  for (const [step, stepEffects] of Map.groupBy(effects, (effect) => effect.step)) {
    const changing = stepEffects.filter((effect) => apply(effect, texts, isWanted));
    if (changing.length > 0) found.push({ step, effects: changing, texts: new Map(texts) });
  }
  return found;
}

/** What one file said after the effects of one step. */
export interface TextAfter {
  step: number;
  effects: readonly Effect[];
  /** Null: there, and not readable as text; undefined: the file is gone. */
  text: string | null | undefined;
}

/**
 * The text of the file that lay at `path` at step 0, step by step and wherever it lies by then. A file that was made in
 * the step that deleted it, and repeats most of its words, is the same file, unless it is a copy of another one.
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

/** This part of a text's words in another one: a copy of it, changed here and there. */
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

/** True where it changed something. */
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
