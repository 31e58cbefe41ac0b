import type { Proportion } from './wilson.ts';

export interface Difference {
  difference: number;
  low: number;
  high: number;
}

export interface Bounded {
  rate: number;
  low: number;
  high: number;
}

export const bounded = ({ rate, low, high }: Proportion): Bounded | null =>
  rate === null || low === null || high === null ? null : { rate, low, high };

/**
 * The interval of a difference of two rates from the intervals of both ("square and add"). `correlation` is that of the
 * two estimates: 0 for independent samples (Newcombe's method 10), φ for paired ones. Sources: Newcombe, Statistics in
 * Medicine 17 (1998) 873–890 and 2635–2650; Zou and Donner, ibid. 27 (2008) 1693–1702, for intervals other than
 * Wilson's.
 */
export function newcombe(first: Bounded, second: Bounded, correlation = 0): Difference {
  const difference = second.rate - first.rate;
  const reach = (near: number, other: number): number =>
    Math.sqrt(Math.max(0, near * near + other * other - 2 * correlation * near * other));
  return {
    difference,
    low: Math.max(-1, difference - reach(second.rate - second.low, first.high - first.rate)),
    high: Math.min(1, difference + reach(second.high - second.rate, first.rate - first.low)),
  };
}
