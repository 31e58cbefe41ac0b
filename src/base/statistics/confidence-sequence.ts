export interface Tally {
  ones: number;
  halves: number;
  zeros: number;
}

/** Grid of alternatives: midpoints of equal shares of the arcsine distribution (Jeffreys' prior). */
const guesses = Array.from({ length: 200 }, (_, index) => Math.sin((Math.PI * (index + 0.5)) / 400) ** 2);
const halvings = 34;

/**
 * A confidence sequence for the difference first − second of two rates, from paired trials. With probability 1 −
 * `error` it covers the truth at all times simultaneously, so a sweep may stop at any time. `firstOnly` counts the
 * pairs in which only the first had the event. The rates are means over cells (a cell is a task with its injection),
 * whose probabilities may differ. Pairs arrive in rounds of one per cell and are independent.
 *
 * It contains the values m of the mean outcome x (1, ½ for a tie, 0) against which no bettor has reached a wealth of
 * 1/`error`: a mixture over θ of the wealth ∏ (1 + λ(x − m)) with λ = (θ − m) / (m(1 − m)). The expected growth over a
 * round is at most ∏ (1 + λ(pᵢ − m)) ≤ 1, so Ville's inequality bounds the wealth. Sources: Robbins, Ann. Math.
 * Statist. 41 (1970) 1397–1409; Howard et al., Ann. Statist. 49 (2021) 1055–1080; Waudby-Smith and Ramdas, JRSS B 86
 * (2024) 1–27.
 */
export function differenceSequence(
  pairs: { firstOnly: number; secondOnly: number; ties: number },
  error = 0.05,
): { difference: number | null; low: number; high: number } {
  const { firstOnly, secondOnly, ties } = pairs;
  const n = firstOnly + secondOnly + ties;
  if (n === 0) return { difference: null, low: -1, high: 1 };
  const { low, high } = meanSequence({ ones: firstOnly, halves: ties, zeros: secondOnly }, error);
  return { difference: (firstOnly - secondOnly) / n, low: 2 * low - 1, high: 2 * high - 1 };
}

/** The wealth is log-convex in m and at most 1 at the sample mean, so the interval contains the sample mean. */
function meanSequence(tally: Tally, error: number): { low: number; high: number } {
  const mean = (tally.ones + tally.halves / 2) / (tally.ones + tally.halves + tally.zeros);
  const isRefuted = (m: number): boolean => logWealth(tally, m) >= -Math.log(error);
  return { low: boundary(mean, 0, isRefuted), high: boundary(mean, 1, isRefuted) };
}

/** Bisects for the value between `inside` and `end` beyond which every value is refuted. */
export function boundary(inside: number, end: number, isRefuted: (m: number) => boolean): number {
  if (inside === end) return end;
  let kept = inside;
  let refuted = end;
  for (let round = 0; round < halvings; round += 1) {
    const middle = (kept + refuted) / 2;
    if (isRefuted(middle)) refuted = middle;
    else kept = middle;
  }
  return refuted;
}

/** Logarithm of the mixture's wealth against the mean `m`, 0 < m < 1. The wealth starts at 1. */
function logWealth({ ones, halves, zeros }: Tally, m: number): number {
  const logs = guesses.map((guess) => {
    const won = guess / m;
    const lost = (1 - guess) / (1 - m);
    return ones * Math.log(won) + zeros * Math.log(lost) + halves * Math.log((won + lost) / 2);
  });
  const largest = Math.max(...logs);
  return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0) / logs.length);
}
