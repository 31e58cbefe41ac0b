import { fewestFamilies, signFlipPower } from './sign-flip-power.ts';

export interface PairedDesign {
  /** Runs of one agent in each family (cells × repeats). The distribution of sizes is kept if families are added. */
  familySizes: readonly number[];
  /** May differ from `familySizes.length`, to extrapolate the design. */
  families: number;
  repeat: number;
  /** Intra-family correlation of one agent's runs, 0 … 1. */
  icc: number;
  /** The share of `icc` that both agents have in common: 0 if difficulty for one doesn't predict it for the other. */
  pairing: number;
  /** Defaults to 0.05. To compare several rates, divide 0.05 by their number, as in Holm's first step. */
  alpha?: number;
}

/**
 * Standard error of the difference of two rates: √((p₁q₁ + p₂q₂) · D / n) with D = 1 + (m̄ − 1)ρ − m̄ρτ, n the runs of
 * one agent and m̄ the mean size of the family that a run belongs to. Sources: Giraudeau, Ravaud and Donner, Statistics
 * in Medicine 27 (2008) 5578–5585 (η = ρτ); for unequal sizes Kish, Survey Sampling (1965) 5.4.
 */
export function standardError(design: PairedDesign, first: number, second: number): number {
  const { runs, size } = sizesOf(design);
  const effect = 1 + (size - 1) * design.icc - size * design.icc * design.pairing;
  return Math.sqrt(((first * (1 - first) + second * (1 - second)) * effect) / runs);
}

export function sizesOf({ familySizes, families, repeat }: PairedDesign): { runs: number; size: number } {
  const total = familySizes.reduce((sum, value) => sum + value, 0);
  const squares = familySizes.reduce((sum, value) => sum + value * value, 0);
  return { runs: (total / familySizes.length) * families * repeat, size: (squares / total) * repeat };
}

export function power(design: PairedDesign, first: number, second: number): number {
  const { families, alpha } = design;
  return signFlipPower({ families, ...sizesOf(design) }, second - first, standardError(design, first, second), alpha);
}

/** The rate at a distance of `difference`, in the direction that is harder to detect. Null if neither is in 0 … 1. */
export function otherRate(rate: number, difference: number): number | null {
  const ways = [rate + difference, rate - difference].filter((value) => value >= -1e-12 && value <= 1 + 1e-12);
  const clipped = ways.map((value) => Math.min(1, Math.max(0, value)));
  return clipped.sort((a, b) => b * (1 - b) - a * (1 - a))[0] ?? null;
}

/** The fewest families that reach the target power. Null if 100,000 don't. */
export function familiesNeeded(design: PairedDesign, rate: number, difference: number, target: number): number | null {
  return fewest(fewestFamilies(design.alpha), 100_000, (families) =>
    reaches({ ...design, families }, rate, difference, target),
  );
}

/** Null if 1,000 repeats don't reach the target power: repeats add no information about new families. */
export function repeatsNeeded(design: PairedDesign, rate: number, difference: number, target: number): number | null {
  return fewest(1, 1000, (repeat) => reaches({ ...design, repeat }, rate, difference, target));
}

/** The minimum detectable difference at the target power, in steps of 0.0005. Null if no difference is detectable. */
export function detectableBy(design: PairedDesign, rate: number, target: number): number | null {
  const steps = Math.floor(Math.max(rate, 1 - rate) * 2000 + 1e-9);
  const step = fewest(1, steps, (at) => reaches(design, rate, at / 2000, target));
  return step === null ? null : step / 2000;
}

function reaches(design: PairedDesign, rate: number, difference: number, target: number): boolean {
  const other = otherRate(rate, difference);
  return other !== null && power(design, rate, other) >= target;
}

/** Binary search for the first integer at which a monotone condition is true. Null if it is false at `to`. */
function fewest(from: number, to: number, holds: (at: number) => boolean): number | null {
  if (!holds(to)) return null;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
