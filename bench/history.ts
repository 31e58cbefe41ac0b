import type { ReferenceName } from './measure.ts';

/** One run of the benchmark, a line of `bench/history.jsonl`. */
export interface HistoryLine {
  commit: string;
  date: string;
  cores: number;
  /** Milliseconds; null where one was not measured. */
  references: Record<ReferenceName, number | null>;
  /** Median of a row divided by that of its reference, by the row's name. */
  ratios: Record<string, number>;
}

/** How much worse than the median of earlier runs a ratio may be, and how many of its usual spreads. The larger of the two counts. */
const [allowedFactor, allowedSpreads] = [1.25, 2.5] as const;
/** The runs a ratio is compared with: the last so many, and not before there are enough of them. */
const [compared, needed] = [10, 5] as const;

/** A row's earlier ratios. */
export interface UsualRatio {
  median: number;
  /** Standard deviation of their logarithms, from one run to the next or over all: the larger one. */
  spread: number;
  /** Above it a run is slower. */
  limit: number;
}

/** The earlier ratios of a row on as many cores; null where there are fewer than five. */
export function usualRatio(name: string, cores: number, history: readonly HistoryLine[]): UsualRatio | null {
  const earlier = history
    .filter((line) => line.cores === cores && line.ratios[name] !== undefined)
    .slice(-compared)
    .map((line) => line.ratios[name] as number);
  if (earlier.length < needed) return null;
  const changes = earlier.slice(1).map((ratio, at) => Math.abs(Math.log(ratio / (earlier[at] as number))));
  const median = medianOf(earlier);
  const distances = earlier.map((ratio) => Math.abs(Math.log(ratio / median)));
  // Half of all steps between two values of one normal distribution are larger than 0.954 of its standard deviation, and
  // half of all distances from its middle larger than 0.674 of it. Runs of one hour are more alike than those of a week.
  const spread = Math.max(medianOf(changes) / 0.954, medianOf(distances) / 0.674);
  return { median, spread, limit: median * Math.max(allowedFactor, Math.exp(allowedSpreads * spread)) };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}
