import type { Estimate } from './agreement.ts';
import type { Bounded } from './newcombe.ts';

/**
 * The unweighted mean of independent rates, with an interval computed from theirs (MOVER). Source: Zou and Donner,
 * Statistics in Medicine 27 (2008) 1693–1702. Null without rates.
 */
export function meanOfRates(rates: readonly Bounded[]): Estimate {
  const n = rates.length;
  if (n === 0) return { value: null, low: null, high: null };
  const value = rates.reduce((sum, { rate }) => sum + rate, 0) / n;
  const reach = (distance: (rate: Bounded) => number): number =>
    Math.sqrt(rates.reduce((sum, rate) => sum + distance(rate) ** 2, 0)) / n;
  return {
    value,
    low: Math.max(0, value - reach(({ rate, low }) => rate - low)),
    high: Math.min(1, value + reach(({ rate, high }) => high - rate)),
  };
}
