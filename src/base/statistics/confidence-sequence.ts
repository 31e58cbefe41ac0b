/** Outcomes of pairs so far: how many gave 1, ½ and 0. */
export interface Tally {
  ones: number;
  halves: number;
  zeros: number;
}

/** Guesses of the truth that are bet on, by Jeffreys' prior: the middles of equal shares of the arcsine distribution. */
const guesses = Array.from({ length: 200 }, (_, index) => Math.sin((Math.PI * (index + 0.5)) / 400) ** 2);
const halvings = 34;

/**
 * An interval of the difference first − second of two rates that holds at every look: with probability 1 − `error` it
 * covers the truth at all times together, so a sweep may be looked at after every round and stopped when it likes. From
 * trials in pairs: `firstOnly` pairs in which only the first had the event, and so on. The rates are means over the
 * cells (a cell: a task with its injection) of their own probabilities. The cells may differ; pairs come in rounds, one
 * of each cell, and are independent.
 *
 * It holds the values m of the mean outcome x (1, ½ for a tie, 0) against which no gambler has won 1/`error` of the
 * stake: a mixture over θ of the wealth ∏ (1 + λ(x − m)) with λ = (θ − m) / (m(1 − m)). Over a round of cells of mean m
 * the wealth grows by at most ∏ (1 + λ(pᵢ − m)) ≤ 1 (means of logarithms), and so Ville's inequality bounds it at all
 * rounds at once. Sources: H. Robbins, "Statistical methods related to the law of the iterated logarithm", Ann. Math.
 * Statist. 41 (1970) 1397–1409 (mixtures); S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform,
 * nonparametric, nonasymptotic confidence sequences", Ann. Statist. 49 (2021) 1055–1080; I. Waudby-Smith, A. Ramdas,
 * "Estimating means of bounded random variables by betting", JRSS B 86 (2024) 1–27.
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

/**
 * The mean of outcomes in 0 … 1. The wealth is log-convex in m and at most the stake at the sample's own mean: the
 * interval lies around it.
 */
function meanSequence(tally: Tally, error: number): { low: number; high: number } {
  const mean = (tally.ones + tally.halves / 2) / (tally.ones + tally.halves + tally.zeros);
  const isRefuted = (m: number): boolean => logWealth(tally, m) >= -Math.log(error);
  return { low: boundary(mean, 0, isRefuted), high: boundary(mean, 1, isRefuted) };
}

/** The value between `inside` and `end` from which on everything is refuted; `end` where nothing is. */
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

/** Logarithm of the mixture's wealth against the mean `m`, 0 < m < 1, that began with 1. */
function logWealth({ ones, halves, zeros }: Tally, m: number): number {
  const logs = guesses.map((guess) => {
    const won = guess / m;
    const lost = (1 - guess) / (1 - m);
    return ones * Math.log(won) + zeros * Math.log(lost) + halves * Math.log((won + lost) / 2);
  });
  const largest = Math.max(...logs);
  return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0) / logs.length);
}
