import { fewestFamilies, signFlipPower } from './sign-flip-power.ts';

/** What a comparison of two agents over the same cells looks like. */
export interface PairedDesign {
  /** Runs of one agent in each family (cells × repeats): the shape that is kept when families are added. */
  familySizes: readonly number[];
  /** Families there are; other than `familySizes.length` where the same shape goes on. */
  families: number;
  /** Every run is made so many times. */
  repeat: number;
  /** Correlation of one agent's runs in a family, 0 … 1. */
  icc: number;
  /** How much of that both agents share, 0 … 1: 0 if what is hard for one says nothing of the other. */
  pairing: number;
  /** p below which a difference counts; left out: 0.05. With several rates at once 0.05 by their number, as Holm's first step asks. */
  alpha?: number;
}

/**
 * Standard error of the difference of two rates: √((p₁q₁ + p₂q₂) · D / n) with D = 1 + (m̄ − 1)ρ − m̄ρτ, n the runs of
 * one agent and m̄ the mean size of the family that a run is in. Source: B. Giraudeau, P. Ravaud and A. Donner, "Sample
 * size calculation for cluster randomized cross-over trials", Statistics in Medicine 27 (2008) 5578–5585 (η = ρτ);
 * unequal sizes: L. Kish, Survey Sampling (1965) 5.4.
 */
export function standardError(design: PairedDesign, first: number, second: number): number {
  const { runs, size } = sizesOf(design);
  const effect = 1 + (size - 1) * design.icc - size * design.icc * design.pairing;
  return Math.sqrt(((first * (1 - first) + second * (1 - second)) * effect) / runs);
}

/** Runs of one agent, and the mean size of the family that a run is in. */
export function sizesOf({ familySizes, families, repeat }: PairedDesign): { runs: number; size: number } {
  const total = familySizes.reduce((sum, value) => sum + value, 0);
  const squares = familySizes.reduce((sum, value) => sum + value * value, 0);
  return { runs: (total / familySizes.length) * families * repeat, size: (squares / total) * repeat };
}

/** Chance that the test of `pairedDifference` finds a true difference (`signFlipPower`). */
export function power(design: PairedDesign, first: number, second: number): number {
  const { families, alpha } = design;
  return signFlipPower({ families, ...sizesOf(design) }, second - first, standardError(design, first, second), alpha);
}

/** The other rate, `difference` away: of the two ways the one that is harder to tell. Null where none is in 0 … 1. */
export function otherRate(rate: number, difference: number): number | null {
  const ways = [rate + difference, rate - difference].filter((value) => value >= -1e-12 && value <= 1 + 1e-12);
  const clipped = ways.map((value) => Math.min(1, Math.max(0, value)));
  return clipped.sort((a, b) => b * (1 - b) - a * (1 - a))[0] ?? null;
}

/** Fewest families of this shape that show a difference with the power that is asked for; null where 100,000 don't. */
export function familiesNeeded(design: PairedDesign, rate: number, difference: number, target: number): number | null {
  return fewest(fewestFamilies(design.alpha), 100_000, (families) =>
    reaches({ ...design, families }, rate, difference, target),
  );
}

/** Fewest repeats of the families there are; null where 1,000 don't: repeats say nothing new of a family. */
export function repeatsNeeded(design: PairedDesign, rate: number, difference: number, target: number): number | null {
  return fewest(1, 1000, (repeat) => reaches({ ...design, repeat }, rate, difference, target));
}

/** Smallest difference that a design shows with the power that is asked for, to 0.0005; null where it shows none. */
export function detectableBy(design: PairedDesign, rate: number, target: number): number | null {
  const steps = Math.floor(Math.max(rate, 1 - rate) * 2000 + 1e-9);
  const step = fewest(1, steps, (at) => reaches(design, rate, at / 2000, target));
  return step === null ? null : step / 2000;
}

function reaches(design: PairedDesign, rate: number, difference: number, target: number): boolean {
  const other = otherRate(rate, difference);
  return other !== null && power(design, rate, other) >= target;
}

/** The first whole number at which something holds that goes on holding. */
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
