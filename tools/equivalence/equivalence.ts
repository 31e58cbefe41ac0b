import { findRuns, type ReadRun, readRun } from '../../src/base/record/read-run.ts';
import { type Proportion, wilson } from '../../src/base/statistics/wilson.ts';
import { label } from '../../src/runs/plan/planned-run.ts';
import { compareRuns, median, type PairDifference } from './compare-runs.ts';

/** How much lower the likeness of two desktops may be than that of one desktop's repeats. */
export const tolerance = 0.05;

export interface DesktopRunPair extends PairDifference {
  label: string;
  model: string;
}

export interface DesktopComparison {
  sides: [ComparedDesktop, ComparedDesktop];
  pairs: DesktopRunPair[];
  unpaired: string[];
  differing: Proportion;
  trees: number | null;
  pictures: number | null;
  slower: Readonly<Record<string, number>>;
}

export interface ComparedDesktop {
  provider: string;
  image: string;
}

/**
 * `equivalent`: results and step counts match, and observations are as alike as repeats on one provider (less
 * `tolerance`). `alike`: results match, but observations differ or there are no repeats for comparison. `different`:
 * results differ. `nothing`: there are no pairs.
 */
export type EquivalenceVerdict = 'equivalent' | 'alike' | 'different' | 'nothing';

/** Complete runs in a folder, by label. `repeat` selects one repeat. */
export function runsBelow(root: string, repeat: number): Map<string, ReadRun> {
  const runs = new Map<string, ReadRun>();
  for (const directory of findRuns(root)) {
    const run = readRun(directory);
    const { runJson } = run;
    if (!run.complete || runJson === null || runJson.repeat !== repeat) continue;
    runs.set(`${runJson.agent.name} ${label({ ...runJson, repeat: 1 })}`, run);
  }
  return runs;
}

export async function compareDesktops(
  first: ReadonlyMap<string, ReadRun>,
  second: ReadonlyMap<string, ReadRun>,
): Promise<DesktopComparison> {
  const pairs: DesktopRunPair[] = [];
  for (const [key, run] of first) {
    const twin = second.get(key);
    if (twin === undefined) continue;
    const model = run.runJson?.agent.name ?? '';
    pairs.push({ label: key.slice(model.length + 1), model, ...(await compareRuns(run, twin)) });
  }
  const slower: Record<string, number> = {};
  for (const phase of new Set(pairs.flatMap(({ timings }) => Object.keys(timings)))) {
    const ratios = pairs.flatMap(({ timings }) => {
      const [a = 0, b = 0] = timings[phase] ?? [];
      return a > 0 ? [b / a] : [];
    });
    const middle = median(ratios);
    if (middle !== null) slower[phase] = middle;
  }
  return {
    sides: [sideOf(first), sideOf(second)],
    pairs,
    unpaired: [...new Set([...first.keys(), ...second.keys()])].filter((key) => !first.has(key) || !second.has(key)),
    differing: wilson(pairs.filter(({ sameResult }) => !sameResult).length, pairs.length),
    trees: median(pairs.flatMap(({ trees }) => trees?.median ?? [])),
    pictures: median(pairs.flatMap(({ pictures }) => pictures?.median ?? [])),
    slower,
  };
}

/** `itself` compares the first side's repeats with each other; null if there are none. */
export function verdictOf(between: DesktopComparison, itself: DesktopComparison | null): EquivalenceVerdict {
  if (between.pairs.length === 0) return 'nothing';
  if (between.differing.count > 0) return 'different';
  if (itself === null || itself.pairs.length === 0) return 'alike';
  const waits = (compared: DesktopComparison): boolean => compared.pairs.some(({ steps }) => steps[0] !== steps[1]);
  if (waits(between) && !waits(itself)) return 'alike';
  const isAsAlike = (a: number | null, b: number | null): boolean => a !== null && b !== null && a >= b - tolerance;
  return isAsAlike(between.trees, itself.trees) && isAsAlike(between.pictures, itself.pictures)
    ? 'equivalent'
    : 'alike';
}

function sideOf(runs: ReadonlyMap<string, ReadRun>): ComparedDesktop {
  const known = [...runs.values()].map(({ runJson }) => runJson);
  const names = (values: (string | null | undefined)[]): string =>
    [...new Set(values.map((value) => value ?? 'unknown'))].join(', ') || 'no runs';
  return { provider: names(known.map((run) => run?.provider)), image: names(known.map((run) => run?.image)) };
}
