import { incompleteBeta } from './incomplete-beta.ts';
import { studentT, studentTQuantile } from './student-t.ts';

/** A comparison as the sign-flip test over families sees it. */
export interface FlipDesign {
  families: number;
  /** Runs of one agent, and the mean number of them in the family that a run is in. */
  runs: number;
  size: number;
}

/** Fewest families of which any sign-flip p is below `alpha`: all differ the same way, 2 / 2^families. 6 for 0.05. */
export function fewestFamilies(alpha = 0.05): number {
  return Math.floor(1 - Math.log2(alpha)) + 1;
}

/**
 * Chance that the sign-flip test (with one run a family: McNemar's exact test) finds a true difference of two rates,
 * whose estimate has the standard error `error`. The sum of families' differences is taken for normal; the test holds
 * it against √ΣD², which grows with the difference itself, and counts a whole step of 1 / runs more (Yates'
 * correction); and with one run a family at least `fewestFamilies` must differ at all. Simulated in
 * docs/trust/statistics.md. Sources: for one run a family R. J. Connor, "Sample size for testing differences in
 * proportions for the paired-sample design", Biometrics 43 (1987) 207–211; W. Hoeffding, "The large-sample power of
 * tests based on permutations of observations", Annals of Mathematical Statistics 23 (1952) 169–192.
 */
export function signFlipPower(design: FlipDesign, difference: number, error: number, alpha = 0.05): number {
  const { families, runs, size } = design;
  const needed = fewestFamilies(alpha);
  if (families < needed) return 0;
  const distance = Math.abs(difference);
  const held = Math.sqrt(error ** 2 + (distance ** 2 * size) / runs);
  const t = studentTQuantile(1 - alpha / 2, families - 1);
  const critical = Math.sqrt((families * t * t) / (families - 1 + t * t));
  const beyond = distance - 1 / runs - critical * held;
  const normal = error === 0 ? (beyond >= 0 ? 1 : 0) : normalBelow(beyond / error);
  // With one run a family the chance that one differs is known; with more nearly all may, if by little.
  return size > 1 ? normal : Math.min(normal, atLeast(needed, families, error ** 2 * runs + distance ** 2));
}

/** P(X ≥ least) of a binomial count. */
function atLeast(least: number, n: number, p: number): number {
  if (p >= 1) return 1;
  return p <= 0 ? 0 : incompleteBeta(p, least, n - least + 1);
}

/** The normal distribution as Student's with so many degrees of freedom that the difference is below 1e-6. */
const normalBelow = (z: number): number => studentT(z, 1e6);
