import { boundary } from './confidence-sequence.ts';

export type CellRound = readonly { n: number; ones: number }[];

/** A round with the parameters that were fixed before it: estimates of the cells' rates and the bets of both sides. */
interface Played {
  cells: CellRound;
  guesses: readonly number[];
  guessed: number;
  bets: readonly [above: number, below: number];
}

/** Multiples of the minimum allocation to try for the largest cell of a round. */
const multiples = [1, 2, 3, 4, 6, 8];
/** A larger round must be expected to need at most this share of the trials, because the estimates are rough. */
const gainWanted = 0.9;
/** Caps the bet so that no single trial can lose the whole wealth. */
const highestBet = 0.95;

/**
 * A confidence sequence for the mean of the rates of several cells (a cell is a task with its injection), with adaptive
 * allocation: the next round may give more trials to more informative cells. With probability 1 − `error` it covers the
 * truth after all rounds simultaneously.
 *
 * A round gives cell i nᵢ ≥ 1 trials, chosen from earlier rounds only. A bettor against the mean m multiplies the
 * wealth by 1 ± (λ / nᵢ)(x − aᵢ) for each trial x of cell i, with aᵢ of mean m. If m is the truth, the expected growth
 * of a round is at most ∏ (1 ± (λ / nᵢ)(pᵢ − aᵢ))^nᵢ ≤ exp(± λ Σ (pᵢ − aᵢ)) = 1, if nᵢ, aᵢ and λ were fixed before the
 * round. Ville's inequality bounds the wealth over all rounds; each side gets half of the error. aᵢ derives from an
 * estimate of the cell's rate, nᵢ is Neyman's allocation, and λ maximizes the growth at the ends of the target
 * interval. Sources: Waudby-Smith and Ramdas, JRSS B 86 (2024) 1–27; Spertus, Sridhar and Stark, arXiv 2409.06680
 * (2024); Neyman, J. R. Stat. Soc. 97 (1934) 558–625.
 */
export class CellSequence {
  readonly #width: number;
  readonly #error: number;
  readonly #sums: { n: number; ones: number }[];
  readonly #rounds: Played[] = [];
  readonly #totals = new Map<number, { rounds: number; above: number; below: number }>();

  /** `width` is the target width of the interval, as a share of 1. */
  constructor(cells: number, width: number, error = 0.05) {
    this.#width = width;
    this.#error = error;
    this.#sums = Array.from({ length: cells }, () => ({ n: 0, ones: 0 }));
  }

  allocation(most: readonly number[]): number[] {
    const guesses = this.#guesses();
    const [from, to] = this.#ends(meanOf(guesses));
    const limit = Math.log(2 / this.#error);
    const roundsTo = (m: number, side: 1 | -1, counts: readonly number[]): number => {
      const left = m === 0 || m === 1 ? 0 : limit - this.#logWealth(m, side);
      return left <= 0 ? 0 : left / Math.max(1e-9, this.#growth(guesses, counts, m, side));
    };
    const spreads = guesses.map((guess) => Math.sqrt(guess * (1 - guess)));
    const widest = Math.max(...spreads);
    let best: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (const multiple of this.#rounds.length === 0 ? [1] : multiples) {
      const counts = spreads.map((spread, at) =>
        Math.min(most[at] ?? 1, Math.max(1, Math.round((multiple * spread) / widest))),
      );
      const rounds = Math.max(roundsTo(from, 1, counts), roundsTo(to, -1, counts));
      const trials = rounds * counts.reduce((sum, count) => sum + count, 0);
      if (best.length === 0 || trials < gainWanted * least) [best, least] = [counts, trials];
    }
    return best;
  }

  /** Adds a round with the allocated trials. Throws RangeError if a cell has no trials. */
  add(cells: CellRound): void {
    if (cells.length !== this.#sums.length || cells.some(({ n, ones }) => n < 1 || ones < 0 || ones > n))
      throw new RangeError('A round needs trials of every cell.');
    const guesses = this.#guesses();
    const guessed = meanOf(guesses);
    const counts = cells.map(({ n }) => n);
    const [from, to] = this.#ends(guessed);
    const bets = [this.#bet(guesses, counts, from, 1), this.#bet(guesses, counts, to, -1)] as const;
    this.#rounds.push({ cells, guesses, guessed, bets });
    for (const [at, { n, ones }] of cells.entries()) {
      const sum = this.#sums[at];
      if (sum === undefined) continue;
      sum.n += n;
      sum.ones += ones;
    }
  }

  /** The mean of the cells' observed rates with its interval. Null before the first round. */
  interval(): { rate: number; low: number; high: number } | null {
    if (this.#rounds.length === 0) return null;
    const rate = meanOf(this.#sums.map(({ n, ones }) => ones / n));
    const limit = Math.log(2 / this.#error);
    const endOf = (end: number, isRefuted: (m: number) => boolean): number =>
      isRefuted(end) ? boundary(rate, end, isRefuted) : end;
    return {
      rate,
      low: endOf(0, (m) => this.#logWealth(m, 1) >= limit),
      high: endOf(1, (m) => this.#logWealth(m, -1) >= limit),
    };
  }

  /** The interval, or null if it is wider than the target. */
  narrow(): { rate: number; low: number; high: number } | null {
    const rate = meanOf(this.#sums.map(({ n, ones }) => (n === 0 ? 0 : ones / n)));
    const limit = Math.log(2 / this.#error);
    // An interval of at most the target width that contains the rate excludes both of these.
    const [from, to] = [rate - this.#width, rate + this.#width];
    if (from > 0 && this.#logWealth(from, 1) < limit) return null;
    if (to < 1 && this.#logWealth(to, -1) < limit) return null;
    const known = this.interval();
    return known === null || known.high - known.low > this.#width ? null : known;
  }

  /** True if the interval excludes the mean `m`. Repeated calls with one `m` process new rounds only. */
  refutes(m: number): boolean {
    const limit = Math.log(2 / this.#error);
    const counts = this.#totals.get(m) ?? { rounds: 0, above: 0, below: 0 };
    for (const round of this.#rounds.slice(counts.rounds)) {
      counts.above += logGrowth(round, m, 1);
      counts.below += logGrowth(round, m, -1);
    }
    this.#totals.set(m, { ...counts, rounds: this.#rounds.length });
    return Math.max(counts.above, counts.below) >= limit;
  }

  /** Beta-binomial estimates of the cells' rates (method of moments), which shrink them towards the overall mean. */
  #guesses(): number[] {
    const made = this.#sums.reduce((sum, { n }) => sum + n, 0);
    const mean = (this.#sums.reduce((sum, { ones }) => sum + ones, 0) + 0.5) / (made + 1);
    if (this.#rounds.length === 0) return this.#sums.map(() => mean);
    const cells = this.#sums.length;
    const seen = this.#sums.reduce((sum, { n, ones }) => sum + (ones / n - mean) ** 2, 0) / Math.max(1, cells - 1);
    const chance = this.#sums.reduce((sum, { n }) => sum + 1 / n, 0) / cells;
    const apart = chance >= 1 ? 0 : (seen - mean * (1 - mean) * chance) / (1 - chance);
    const weight = Math.min(100, Math.max(0.5, apart <= 0 ? 100 : (mean * (1 - mean)) / apart - 1));
    return this.#sums.map(({ n, ones }) => (ones + weight * mean) / (n + weight));
  }

  #ends(rate: number): [number, number] {
    const from = Math.min(1 - this.#width, Math.max(0, rate - this.#width / 2));
    return [from, from + this.#width];
  }

  /** The bet that maximizes the expected growth against the mean `m` if the estimates are true. */
  #bet(guesses: readonly number[], counts: readonly number[], m: number, side: 1 | -1): number {
    const centers = centersAt(m, guesses, meanOf(guesses));
    const slope = (bet: number): number =>
      counts.reduce((sum, count, at) => {
        const [guess, center] = [guesses[at] ?? 0, centers[at] ?? 0];
        const [won, lost] = [side * (1 - center), -side * center];
        return sum + (guess * won) / (1 + (bet / count) * won) + ((1 - guess) * lost) / (1 + (bet / count) * lost);
      }, 0);
    let [low, high] = [0, highestBet];
    for (let turn = 0; turn < 20; turn += 1) {
      const middle = (low + high) / 2;
      if (slope(middle) > 0) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The expected log growth of a round against the mean `m` if the estimates are true. */
  #growth(guesses: readonly number[], counts: readonly number[], m: number, side: 1 | -1): number {
    const bet = this.#bet(guesses, counts, m, side);
    const centers = centersAt(m, guesses, meanOf(guesses));
    return counts.reduce((sum, count, at) => {
      const [guess, center] = [guesses[at] ?? 0, centers[at] ?? 0];
      const factor = (won: number): number => Math.log1p((bet / count) * won);
      return sum + count * (guess * factor(side * (1 - center)) + (1 - guess) * factor(-side * center));
    }, 0);
  }

  #logWealth(m: number, side: 1 | -1): number {
    return this.#rounds.reduce((sum, round) => sum + logGrowth(round, m, side), 0);
  }
}

function logGrowth({ cells, guesses, guessed, bets }: Played, m: number, side: 1 | -1): number {
  const bet = side * (side === 1 ? bets[0] : bets[1]);
  let sum = 0;
  for (const [at, { n, ones }] of cells.entries()) {
    const center = centerAt(m, guesses[at] ?? 0, guessed);
    if (ones > 0) sum += ones * Math.log1p((bet / n) * (1 - center));
    if (ones < n) sum += (n - ones) * Math.log1p((-bet / n) * center);
  }
  return sum;
}

const meanOf = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;

const centersAt = (m: number, guesses: readonly number[], guessed: number): number[] =>
  guesses.map((guess) => centerAt(m, guess, guessed));

/** A cell's estimate, shifted so that the mean over the cells is `m`. Stays within 0 … 1 and increases with `m`. */
const centerAt = (m: number, guess: number, guessed: number): number =>
  m <= guessed ? (guess * m) / guessed : 1 - ((1 - guess) * (1 - m)) / (1 - guessed);
