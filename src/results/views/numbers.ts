/** `1,234`. */
export function count(number: number): string {
  return number.toLocaleString('en');
}

/** `37 %`; `–` for null. Rates near 0 and 100 get a decimal: `0.3 %`, `99.7 %`. */
export function percent(rate: number | null): string {
  if (rate === null || !Number.isFinite(rate)) return '–';
  const share = Math.abs(rate);
  const isNearEnd = (share > 0 && share < 0.01) || (share > 0.99 && share < 1);
  return `${(rate * 100).toFixed(isNearEnd ? 1 : 0).replace('-', '−')} %`;
}

/** `2/9 22 % [6–55]`; `–` without trials. The count of an estimated rate is null. */
export function rateText(rate: {
  count: number | null;
  n: number | null;
  rate: number | null;
  low: number | null;
  high: number | null;
}): string {
  if (rate.rate === null || rate.low === null || rate.high === null) return '–';
  const [low, high] = [rate.low, rate.high].map((bound) => (bound * 100).toFixed(0).replace('-', '−'));
  const bounds = rate.low < 0 ? `[${low} to ${high}]` : `[${low}–${high}]`;
  const counted = rate.count === null ? '' : `${rate.count}/${rate.n} `;
  return `${counted}${percent(rate.rate)} ${bounds}`;
}
