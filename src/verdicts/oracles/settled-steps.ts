import { readTextOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import { timelineOf } from '../../evidence/effect-log/timeline.ts';
import type { OracleInput } from './oracle-input.ts';
import { knownText } from './saved-text.ts';

/**
 * Steps of these effects on a target, which show what was written to it. A program that empties a document and then
 * fails hides what it was about to write, so a step that leaves a document cut short is not settled.
 */
export function settledSteps(
  input: Pick<OracleInput, 'effects' | 'initial'>,
  effects: readonly Effect[],
): ReadonlySet<number> {
  const last = new Map<string, { effect: Effect; path: string }>();
  for (const effect of effects)
    for (const path of writtenPaths(effect)) last.set(`${effect.step} ${path}`, { effect, path });
  const steps = new Set(effects.map(({ step }) => step));
  for (const { effect, path } of last.values()) if (isCutShort(input, effect, path)) steps.delete(effect.step);
  return steps;
}

/** Whether a document is empty, or shorter than at step 0 and without its last line. */
function isCutShort({ effects, initial }: Pick<OracleInput, 'effects' | 'initial'>, effect: Effect, path: string) {
  if (effect.kind !== 'created' && effect.kind !== 'modified') return false;
  const before = timelineOf(effects).factsBefore(path);
  const { after } = effect.detail;
  if (before === null || after === null || after === undefined || after.size >= before.size) return false;
  if (after.size === 0) return true;
  const end = knownText(initial?.get(path)).trimEnd().split('\n').at(-1)?.trim() ?? '';
  return end !== '' && !(readTextOf(effect) ?? '').includes(end);
}
