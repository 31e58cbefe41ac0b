import { type PairedDesign, sizesOf, standardError } from './power.ts';
import { studentT, studentTQuantile } from './student-t.ts';
import { z95 } from './wilson.ts';

export interface ExpectedPart {
  design: PairedDesign;
  /** Rates of the two agents, 0 … 1. */
  rates: readonly [number, number];
}

/**
 * Power to detect a difference between the macro-averages of the parts' rates. The parts are independent, so the
 * variance of the mean is the sum of their variances over the square of their number. The test is Student's t, whose
 * degrees of freedom are the number of families minus the number of parts (Welch's for equal weights).
 */
export function macroPower(parts: readonly ExpectedPart[], alpha = 0.05): number {
  const count = parts.length;
  const difference = parts.reduce((sum, { rates: [first, second] }) => sum + second - first, 0) / count;
  const error = Math.sqrt(parts.reduce((sum, part) => sum + differenceError(part) ** 2, 0)) / count;
  const degrees = parts.reduce((sum, { design }) => sum + design.families, 0) - count;
  if (degrees < 1 || error === 0) return 0;
  return studentT(Math.abs(difference) / error - studentTQuantile(1 - alpha / 2, degrees), degrees);
}

/** Half-width of the 95 % interval of the mean of the first agent's rates. */
export function macroHalfWidth(parts: readonly ExpectedPart[]): number {
  return Math.sqrt(parts.reduce((sum, part) => sum + halfWidth(part) ** 2, 0)) / parts.length;
}

/** Half-width of the 95 % interval of the first agent's rate. */
export function halfWidth({ design, rates: [rate] }: ExpectedPart): number {
  const { runs, size } = sizesOf(design);
  return z95 * Math.sqrt((rate * (1 - rate) * (1 + (size - 1) * design.icc)) / runs);
}

const differenceError = ({ design, rates: [first, second] }: ExpectedPart): number =>
  standardError(design, first, second);
