import { runName } from '../../../base/record/paths.ts';
import { type PairedCell, pairedDifference } from '../../../base/statistics/paired-difference.ts';
import type { PairedChange } from '../api/compare.ts';
import type { IndexedRun } from '../index/indexed-run.ts';

const keyOf = (run: IndexedRun): string => `${run.domain}/${runName(run.taskId, run.injection)}`;

/** Paired by task and attack, averaging repeats; null without a pair with known values. */
export function pairedChange(
  first: readonly IndexedRun[],
  second: readonly IndexedRun[],
  value: (run: IndexedRun) => boolean | null,
): PairedChange | null {
  const earlier = Map.groupBy(first, keyOf);
  const cells: PairedCell[] = [];
  for (const [key, list] of Map.groupBy(second, keyOf)) {
    const known = (runs: readonly IndexedRun[]): boolean[] => runs.map(value).filter((item) => item !== null);
    const [before, after] = [known(earlier.get(key) ?? []), known(list)];
    if (before.length > 0 && after.length > 0)
      cells.push({ family: list[0]?.family ?? key, first: before, second: after });
  }
  if (cells.length === 0) return null;
  const most = (values: readonly boolean[]): boolean => values.filter(Boolean).length * 2 > values.length;
  const { difference, low, high, p, families, familiesNeeded } = pairedDifference(cells);
  return {
    pairs: cells.length,
    families,
    familiesNeeded,
    difference,
    low,
    high,
    p,
    gained: cells.filter((cell) => !most(cell.first) && most(cell.second)).length,
    lost: cells.filter((cell) => most(cell.first) && !most(cell.second)).length,
  };
}
