import { incompleteBeta } from './incomplete-beta.ts';
import { studentT, studentTQuantile } from './student-t.ts';

export interface FlipDesign {
  families: number;
  /** `runs` counts the runs of one agent. `size` is the mean size of the family that a run belongs to. */
  runs: number;
  size: number;
}

/** The fewest families for which p can fall below `alpha`: the smallest p is 2 / 2^families. */
export function fewestFamilies(alpha = 0.05): number {
  return Math.floor(1 - Math.log2(alpha)) + 1;
}

/**
 * The power of the sign-flip test for a true difference of two rates, whose estimate has the standard error `error`.
 * The sum of the family differences is approximated as normal. The test compares it with √ΣD², which grows with the
 * difference itself, minus a continuity correction of 1 / runs. Simulated in docs/trust/statistics.md. Sources: for one
 * run per family Connor, Biometrics 43 (1987) 207–211; Hoeffding, Annals of Mathematical Statistics 23 (1952) 169–192.
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
  // With one run per family, the probability that a family differs is known. With more runs, nearly all families may
  // differ slightly.
  return size > 1 ? normal : Math.min(normal, atLeast(needed, families, error ** 2 * runs + distance ** 2));
}

function atLeast(least: number, n: number, p: number): number {
  if (p >= 1) return 1;
  return p <= 0 ? 0 : incompleteBeta(p, least, n - least + 1);
}

/** Approximated by Student's t with 1e6 degrees of freedom; the error is below 1e-6. */
const normalBelow = (z: number): number => studentT(z, 1e6);
