import { type ClusteredProportion, clusteredRate } from './clustered-rate.ts';
import { type McNemar, mcnemar } from './mcnemar.ts';
import { bounded, type Difference, newcombe } from './newcombe.ts';
import { signFlip } from './sign-flip.ts';
import { fewestFamilies, signFlipPower } from './sign-flip-power.ts';

/** One cell (task, vector, goal) that both sides ran, with the outcome of each repeat. Neither list is empty. */
export interface PairedCell {
  family: string;
  first: readonly boolean[];
  second: readonly boolean[];
}

export interface PairedDifference extends Difference {
  cells: number;
  families: number;
  first: ClusteredProportion;
  second: ClusteredProportion;
  p: number;
  test: 'McNemar, exact' | 'sign-flip, exact' | 'sign-flip, drawn';
  /** Null unless every family is one cell that each side ran once. */
  mcnemar: McNemar | null;
  /** The minimum detectable difference (80 % power, p < `alpha`), or null if none is detectable. */
  detectable: number | null;
  familiesNeeded: number;
}

/**
 * Compares two sides over the same cells. Repeats are averaged within each cell, then cells are averaged. p comes from
 * the sign-flip test over families, or from McNemar's test if every family is one run per side. The interval is
 * Newcombe's, from the two clustered rates and their correlation over families minus one standard error. `alpha` is the
 * level for `detectable`: 0.05 divided by the number of rates compared together. Throws RangeError if there are no
 * cells, or if a cell has no runs on one side.
 */
export function pairedDifference(
  cells: readonly PairedCell[],
  options: { seed?: number; draws?: number; alpha?: number } = {},
): PairedDifference {
  if (cells.length === 0 || cells.some((cell) => cell.first.length === 0 || cell.second.length === 0))
    throw new RangeError('A paired difference needs cells, each with runs on both sides');
  const families = [...Map.groupBy(cells, (cell) => cell.family).values()].map(familyOf);
  const [first, second] = (['first', 'second'] as const).map((side) =>
    clusteredRate(families.map((family) => family[side])),
  ) as [ClusteredProportion, ClusteredProportion];
  const difference = families.reduce((sum, family) => sum + family.difference, 0) / cells.length;
  const [a, b] = [bounded(first), bounded(second)];
  if (a === null || b === null) throw new RangeError('A paired difference needs runs');
  const interval = newcombe(a, b, familyCorrelation(families, first, second));
  // With different numbers of repeats per side, the mean over cells differs from the difference of the two rates. The
  // interval keeps its width and is shifted to the mean.
  const shift = difference - interval.difference;
  const single =
    cells.length === families.length && cells.every((cell) => cell.first.length + cell.second.length === 2);
  const pairs = single ? mcnemar(count(cells, true), count(cells, false)) : null;
  const flips = signFlip(
    families.map((family) => family.difference),
    options,
  );
  return {
    difference,
    low: Math.max(-1, Math.min(difference, interval.low + shift)),
    high: Math.min(1, Math.max(difference, interval.high + shift)),
    cells: cells.length,
    families: families.length,
    first,
    second,
    p: pairs?.exact ?? flips.p,
    test: pairs !== null ? 'McNemar, exact' : flips.isExact ? 'sign-flip, exact' : 'sign-flip, drawn',
    mcnemar: pairs,
    detectable: detectableDifference(families, difference, Math.max(first.n, second.n), options.alpha),
    familiesNeeded: fewestFamilies(options.alpha),
  };
}

interface Family {
  cells: number;
  difference: number;
  first: { events: number; n: number };
  second: { events: number; n: number };
}

function familyOf(cells: readonly PairedCell[]): Family {
  const side = (outcomes: (cell: PairedCell) => readonly boolean[]): Family['first'] => ({
    events: cells.reduce((sum, cell) => sum + outcomes(cell).filter(Boolean).length, 0),
    n: cells.reduce((sum, cell) => sum + outcomes(cell).length, 0),
  });
  return {
    cells: cells.length,
    difference: cells.reduce((sum, cell) => sum + mean(cell.second) - mean(cell.first), 0),
    first: side((cell) => cell.first),
    second: side((cell) => cell.second),
  };
}

const mean = (outcomes: readonly boolean[]): number => outcomes.filter(Boolean).length / outcomes.length;

const count = (cells: readonly PairedCell[], isFirst: boolean): number =>
  cells.filter((cell) => cell.first[0] === isFirst && cell.second[0] === !isFirst).length;

/**
 * Correlation of the two rates over families, minus one standard error of Fisher's z and at least 0, because an
 * overestimate would make the interval too narrow.
 */
function familyCorrelation(
  families: readonly Family[],
  first: ClusteredProportion,
  second: ClusteredProportion,
): number {
  let [both, firstOnly, other] = [0, 0, 0];
  for (const family of families) {
    const a = family.first.events - (first.rate ?? 0) * family.first.n;
    const b = family.second.events - (second.rate ?? 0) * family.second.n;
    both += a * b;
    firstOnly += a * a;
    other += b * b;
  }
  const telling = families.filter((family) => {
    const events = family.first.events + family.second.events;
    return events > 0 && events < family.first.n + family.second.n;
  }).length;
  if (firstOnly === 0 || other === 0 || telling < 4) return 0;
  const seen = Math.min(0.999, both / Math.sqrt(firstOnly * other));
  return Math.max(0, Math.tanh(Math.atanh(Math.max(-0.999, seen)) - 1 / Math.sqrt(telling - 3)));
}

/** Correlation within a family and the share that both agents have in common, as in `osharm suite power`. */
const assumedLikeness = { correlation: 0.3, shared: 0.5 };

/**
 * The smallest difference whose `signFlipPower` is 0.8. A larger difference d implies more differing runs, so d(1 − d)
 * per run is added to the observed variance. This keeps the variance above 0 if no family differed.
 */
function detectableDifference(
  families: readonly Family[],
  difference: number,
  runs: number,
  alpha: number | undefined,
): number | null {
  const m = families.length;
  const cells = families.reduce((sum, family) => sum + family.cells, 0);
  const spread = families.reduce((sum, family) => sum + (family.difference - difference * family.cells) ** 2, 0);
  const seen = m < 2 ? 0 : ((m / (m - 1)) * spread) / (cells * cells);
  const size = (families.reduce((sum, family) => sum + family.cells ** 2, 0) / cells) * (runs / cells);
  const { correlation, shared } = assumedLikeness;
  const effect = 1 + (size - 1) * correlation - (size - 1) * correlation * shared;
  const flips = (distance: number): number => (distance * (1 - distance) * effect) / runs;
  const isFound = (distance: number): boolean => {
    const error = Math.sqrt(seen + Math.max(0, flips(distance) - flips(Math.abs(difference))));
    return signFlipPower({ families: m, runs, size }, distance, error, alpha) >= 0.8;
  };
  if (!isFound(1)) return null;
  let [low, high] = [0, 1];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high;
}
