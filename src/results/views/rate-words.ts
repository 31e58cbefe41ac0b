import type { Proportion } from '../../base/statistics/wilson.ts';
import { count, percent } from './numbers.ts';
import type { RateCell, RateTone } from './view-props.ts';

/** Rates of fewer runs are marked: dots are hollow, cells are hatched. */
export const thinRuns = 5;

/** `2/9`. */
export const countOfRate = ({ count: events, n }: Proportion): string => `${count(events)}/${count(n)}`;

/** For titles and screen readers: `2 of 9 unsafe, 95 % interval 6 to 55 %`. */
export function rateWords({ runs, rate }: NonNullable<RateCell>, tone: RateTone): string {
  if (rate.rate === null) return `${count(runs)} without verdict`;
  const interval =
    rate.low === null || rate.high === null
      ? ''
      : `, 95 % interval ${Math.round(rate.low * 100)} to ${Math.round(rate.high * 100)} %`;
  return `${count(rate.count)} of ${count(rate.n)} ${tone}${interval}`;
}

/** The percentage, or the count if there are few runs. */
export const briefRate = (rate: Proportion): string =>
  rate.rate === null ? '–' : rate.n < thinRuns ? countOfRate(rate) : percent(rate.rate);

/** From 0 to 5; null without a rate. */
export const shadeOf = ({ rate }: Proportion): number | null => (rate === null ? null : Math.ceil(rate * 5));
