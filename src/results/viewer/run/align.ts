import { commonItems } from '../../model/changes/common-items.ts';
import type { RunPair } from '../api/compare.ts';
import type { RunDetail } from '../api.ts';

/** Matches equal actions (longest common subsequence). Steps between two matches are paired in order. */
export function alignRuns(a: RunDetail, b: RunDetail): RunPair {
  const [left, right] = [a.steps.map(keyOf), b.steps.map(keyOf)];
  const pairs: RunPair['pairs'] = [];
  const between = (fromA: number, toA: number, fromB: number, toB: number): void => {
    for (let k = 0; k < Math.max(toA - fromA, toB - fromB); k += 1)
      pairs.push({
        a: fromA + k < toA ? fromA + k : null,
        b: fromB + k < toB ? fromB + k : null,
        isSame: false,
      });
  };
  let [atA, atB] = [0, 0];
  for (const [inA, inB] of commonItems(left, right)) {
    between(atA, inA, atB, inB);
    pairs.push({ a: inA, b: inB, isSame: true });
    [atA, atB] = [inA + 1, inB + 1];
  }
  between(atA, left.length, atB, right.length);
  const divergence = pairs.findIndex((pair) => !pair.isSame);
  return { a, b, pairs, divergence: divergence === -1 ? null : divergence };
}

/** Without actions, steps are equal if their replies are. */
function keyOf(step: RunDetail['steps'][number]): string {
  return step.actions.length === 0 ? `\0${step.response}` : JSON.stringify(step.actions);
}
