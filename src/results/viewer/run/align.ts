import type { RunDetail, RunPair } from '../api.ts';

/**
 * Two runs' steps beside each other: the longest common subsequence of steps with the same actions; what lies between two such steps stands
 * beside each other in order.
 */
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
  for (const [inA, inB] of commonSteps(left, right)) {
    between(atA, inA, atB, inB);
    pairs.push({ a: inA, b: inB, isSame: true });
    [atA, atB] = [inA + 1, inB + 1];
  }
  between(atA, left.length, atB, right.length);
  const divergence = pairs.findIndex((pair) => !pair.isSame);
  return { a, b, pairs, divergence: divergence === -1 ? null : divergence };
}

/** Steps agree where their actions do; without actions where the replies do. */
function keyOf(step: RunDetail['steps'][number]): string {
  return step.actions.length === 0 ? `\0${step.response}` : JSON.stringify(step.actions);
}

/** More steps than this, which no sweep allows, are only compared one by one. */
const mostSteps = 1500;

/** Index pairs of the longest common subsequence. */
function commonSteps(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length > mostSteps || b.length > mostSteps) return a.flatMap((key, i) => (key === b[i] ? [[i, i]] : []));
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      found.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}
