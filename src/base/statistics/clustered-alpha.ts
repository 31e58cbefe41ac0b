import type { Estimate } from './agreement.ts';
import { jackknifeHalfWidth } from './jackknife.ts';
import { krippendorffAlpha } from './krippendorff.ts';
import { wilson } from './wilson.ts';

interface Tally {
  answers: number;
  yes: number;
  differing: number;
}

/**
 * Krippendorff's α of yes/no answers with a 95 % jackknife interval over clusters of dependent items. With full
 * agreement the jackknife has no width, so the lower end assumes the highest disagreement that Wilson's interval
 * allows, counting each cluster once. `clusters` lists items by cluster and an item's answers by annotator, null if
 * missing.
 */
export function clusteredAlpha(clusters: readonly (readonly (readonly (boolean | null)[])[])[]): Estimate {
  const tallies = clusters.map(tallyOf).filter(({ answers }) => answers > 0);
  const value = krippendorffAlpha(clusters.flat());
  if (value === null) return { value, low: null, high: null };
  const half = jackknifeHalfWidth(tallies, alphaOf);
  if (half > 1e-9) return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
  const { answers, yes } = total(tallies);
  const chance = (2 * yes * (answers - yes)) / (answers * (answers - 1));
  const differ = 1 - (wilson(tallies.length, tallies.length).low ?? 0);
  return { value, low: Math.max(-1, Math.min(value, 1 - differ / chance)), high: 1 };
}

function tallyOf(items: readonly (readonly (boolean | null)[])[]): Tally {
  return total(
    items.map((item) => {
      const given = item.filter((answer) => answer !== null);
      const yes = given.filter(Boolean).length;
      const n = given.length;
      return n < 2
        ? { answers: 0, yes: 0, differing: 0 }
        : { answers: n, yes, differing: (2 * yes * (n - yes)) / (n - 1) };
    }),
  );
}

function alphaOf(tallies: readonly Tally[]): number | null {
  const { answers, yes, differing } = total(tallies);
  const expected = 2 * yes * (answers - yes);
  return expected === 0 ? null : 1 - ((answers - 1) * differing) / expected;
}

function total(tallies: readonly Tally[]): Tally {
  const sum = { answers: 0, yes: 0, differing: 0 };
  for (const { answers, yes, differing } of tallies) {
    sum.answers += answers;
    sum.yes += yes;
    sum.differing += differing;
  }
  return sum;
}
