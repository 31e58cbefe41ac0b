import { Covering } from './covering.ts';
import type { Genome, Space } from './genome.ts';
import type { Strategy } from './strategy.ts';

/**
 * Successive halving over operators. Each round samples genomes from the remaining space. The axis whose values differ
 * most in score then keeps only the values above the mean, at most half of them. (Halving every axis in each round
 * would drop values that only matter in combination.) If a round scores the same for all genomes, or if one value
 * remains on every axis, the search restarts with the whole space.
 *
 * Based on Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.
 */
export class Halving implements Strategy {
  readonly #space: Space;
  readonly #covering: Covering;
  #left: Space;
  #proposed: Genome[] = [];
  #round: { genome: Genome; value: number }[] = [];

  constructor(space: Space, random: () => number) {
    this.#space = space;
    this.#left = space;
    this.#covering = new Covering(space, random);
  }

  next(): Genome | null {
    if (this.#proposed.length === this.#roundLength()) return null;
    const genome = this.#covering.next(this.#left);
    this.#covering.note(genome);
    this.#proposed.push(genome);
    return genome;
  }

  tell(value: number): void {
    const genome = this.#proposed[this.#round.length];
    if (genome === undefined) throw new RangeError('No proposed genome waits for its result.');
    this.#round.push({ genome, value });
    if (this.#round.length < this.#roundLength()) return;
    const values = this.#round.map((item) => item.value);
    this.#left = Math.max(...values) > Math.min(...values) ? this.#halved() : this.#space;
    if (Object.values(this.#left).every(({ length }) => length === 1)) this.#left = this.#space;
    this.#round = [];
    this.#proposed = [];
  }

  /** Long enough to try each value of the longest axis twice. */
  #roundLength(): number {
    return 2 * Math.max(...Object.values(this.#left).map(({ length }) => length));
  }

  #halved(): Space {
    const axes = Object.entries(this.#left).map(([axis, values]) => {
      const means = values.map((value) => ({ value, mean: this.#meanOf(axis, value) }));
      const middle = means.reduce((sum, { mean }) => sum + mean, 0) / means.length;
      const spread = means.reduce((sum, { mean }) => sum + (mean - middle) ** 2, 0);
      const better = means.filter(({ mean }) => mean > middle).sort((a, b) => b.mean - a.mean);
      const kept = better.slice(0, Math.ceil(values.length / 2)).map(({ value }) => value);
      return { axis, spread, kept: values.filter((value) => kept.includes(value)) };
    });
    const telling = axes.reduce((most, item) => (item.spread > most.spread ? item : most));
    return telling.kept.length === 0 ? this.#left : { ...this.#left, [telling.axis]: telling.kept };
  }

  /** Mean score of a value in this round; the round's minimum if the value was not tried. */
  #meanOf(axis: string, value: string): number {
    const values = this.#round.filter(({ genome }) => genome[axis] === value).map((item) => item.value);
    if (values.length === 0) return Math.min(...this.#round.map((item) => item.value));
    return values.reduce((sum, item) => sum + item, 0) / values.length;
  }
}
