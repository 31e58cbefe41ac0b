import type { Cluster } from '../../src/base/statistics/clustered-rate.ts';
import type { PairedCell } from '../../src/base/statistics/paired-difference.ts';

type Random = () => number;

/** Runs a family: single tasks and tasks with up to seven injections, as in the bundled suite and with more spread. */
export const familySizes = [1, 1, 1, 2, 3, 4, 5, 6, 8, 8];

/** Clusters whose rates are drawn from a beta distribution of mean `rate` with intra-cluster correlation `icc`. */
export function drawClusters(random: Random, clusters: number, icc: number, rate: number): Cluster[] {
  return Array.from({ length: clusters }, (_, at) => {
    const n = familySizes[at % familySizes.length] as number;
    const chance = drawChance(random, icc, rate);
    return { n, events: Array.from({ length: n }, () => random() < chance).filter(Boolean).length };
  });
}

/**
 * Both sides over the same cells, the second `more` above the first, each `repeat` times. `isShared`: what is hard for one is hard for the
 * other. `isAlike`: where it isn't, the second's runs are as alike as the first's.
 */
export function drawPairs(
  random: Random,
  families: number,
  icc: number,
  rate: number,
  {
    more,
    isShared,
    isAlike = false,
    sizes = familySizes,
    repeat = 1,
  }: { more: number; isShared: boolean; isAlike?: boolean; sizes?: readonly number[]; repeat?: number },
): PairedCell[] {
  // The second's rate where the first's is q: q + (1 − q)·lift, whose mean is rate + more.
  const lift = more / (1 - rate);
  return Array.from({ length: families }, (_, at) => {
    const first = drawChance(random, icc, rate);
    const base = isShared ? first : drawChance(random, icc, rate);
    const second = isAlike ? drawChance(random, icc, rate + more) : base + (1 - base) * lift;
    const runs = (chance: number): boolean[] => Array.from({ length: repeat }, () => random() < chance);
    return Array.from({ length: sizes[at % sizes.length] as number }, () => ({
      family: String(at),
      first: runs(first),
      second: runs(second),
    }));
  }).flat();
}

function drawChance(random: Random, icc: number, rate: number): number {
  if (icc === 0 || rate === 0 || rate === 1) return rate;
  const weight = (1 - icc) / icc;
  const draw = drawGamma(random, rate * weight);
  const other = drawGamma(random, (1 - rate) * weight);
  const chance = draw / (draw + other);
  // Both may come out as 0 in floating point where the shapes are tiny: all of the mass is at the ends then.
  return Number.isFinite(chance) ? chance : Number(random() < rate);
}

/** G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000) 363–372. */
function drawGamma(random: Random, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * (random() || Number.MIN_VALUE) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(random() || Number.MIN_VALUE) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
