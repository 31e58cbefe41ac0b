import type { ReadRun } from '../../src/base/record/read-run.ts';
import { alignedLikeness } from './aligned-likeness.ts';
import { countedNodes, pictureLikeness, readPictures, screenshotsOf, treeLikeness } from './observed.ts';

/** The differences between two runs of one spec on two desktops. Ratios are second to first. */
export interface PairDifference {
  outcomes: [string, string];
  scores: [number | null, number | null];
  sameResult: boolean;
  steps: [number, number];
  sameActions: number;
  /** Likeness of observations aligned in order, 0 to 1. Null without observations. */
  pictures: { median: number; lowest: number } | null;
  trees: { median: number; lowest: number } | null;
  treeSize: number | null;
  timings: Readonly<Record<string, [number, number]>>;
}

const phases = ['create', 'setup', 'act', 'settle', 'observe', 'score'] as const;

export async function compareRuns(readRun: ReadRun, other: ReadRun): Promise<PairDifference> {
  const [left, right] = [readRun.betterLog?.steps ?? [], other.betterLog?.steps ?? []];
  const both = Math.min(left.length, right.length);
  let same = 0;
  for (let step = 0; step < both; step += 1)
    if (JSON.stringify(left[step]?.actions) === JSON.stringify(right[step]?.actions)) same += 1;
  const trees = alignedLikeness(left, right, (a, b) => treeLikeness(a.a11yTree, b.a11yTree));
  const [seen, seenToo] = await Promise.all([readPictures(screenshotsOf(readRun)), readPictures(screenshotsOf(other))]);
  const pictures = alignedLikeness(seen, seenToo, pictureLikeness);
  const sizes = [left, right].map((steps) =>
    steps.slice(0, both).reduce((sum, { a11yTree }) => sum + total(countedNodes(a11yTree)), 0),
  );
  const longer = Math.max(left.length, right.length);
  const outcomes: [string, string] = [readRun.runJson?.outcome ?? 'unknown', other.runJson?.outcome ?? 'unknown'];
  return {
    outcomes,
    scores: [readRun.score, other.score],
    sameResult: outcomes[0] === outcomes[1] && readRun.score === other.score,
    steps: [left.length, right.length],
    sameActions: longer === 0 ? 1 : same / longer,
    pictures: spread(pictures),
    trees: spread(trees),
    treeSize: sizes[0] === undefined || sizes[0] === 0 ? null : (sizes[1] ?? 0) / sizes[0],
    timings: Object.fromEntries(
      phases.flatMap((phase): [string, [number, number]][] => {
        const [a, b] = [readRun.runJson?.phases[phase], other.runJson?.phases[phase]];
        return a === undefined || b === undefined ? [] : [[phase, [a, b]]];
      }),
    ),
  };
}

const total = (nodes: ReadonlyMap<string, number>): number => [...nodes.values()].reduce((sum, n) => sum + n, 0);

/** Null without values. For an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function spread(values: readonly number[]): { median: number; lowest: number } | null {
  const middle = median(values);
  return middle === null ? null : { median: middle, lowest: Math.min(...values) };
}
