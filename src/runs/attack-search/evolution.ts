import { Covering } from './covering.ts';
import { type Genome, genomeKey, oneOf, type Space } from './genome.ts';
import type { Strategy } from './strategy.ts';

const firstGeneration = 12;
const generation = 4;
const tournament = 4;
/** Share of children with two parents, and share of random genomes, which prevent premature convergence. */
const crossed = 0.5;
const anew = 0.1;
const triesForNew = 20;

/**
 * Evolutionary search. Generations spread over the whole space until two payloads get different scores. After that,
 * parents are selected by tournament, and each child has one value changed. Generations are small, so that each one can
 * learn from the one before.
 */
export class Evolution implements Strategy {
  readonly #space: Space;
  readonly #random: () => number;
  readonly #covering: Covering;
  readonly #tried = new Map<string, { genome: Genome; sum: number; n: number }>();
  #proposed: Genome[] = [];
  #measured: { genome: Genome; value: number }[] = [];
  #left = firstGeneration;
  #isBlind = true;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  constructor(space: Space, random: () => number) {
    this.#space = space;
    this.#random = random;
    this.#covering = new Covering(space, random);
  }

  next(): Genome | null {
    if (this.#left === 0) return null;
    this.#left -= 1;
    const genome = this.#isBlind || this.#random() < anew ? this.#covering.next() : this.#child();
    this.#covering.note(genome);
    this.#proposed.push(genome);
    return genome;
  }

  tell(value: number): void {
    const genome = this.#proposed[this.#measured.length];
    if (genome === undefined) throw new RangeError('No proposed genome waits for its result.');
    this.#measured.push({ genome, value });
    if (this.#left === 0 && this.#measured.length === this.#proposed.length) this.#learn();
  }

  #learn(): void {
    for (const { genome, value } of this.#measured) {
      const key = genomeKey(genome);
      const { sum, n } = this.#tried.get(key) ?? { sum: 0, n: 0 };
      this.#tried.set(key, { genome, sum: sum + value, n: n + 1 });
      this.#least = Math.min(this.#least, value);
      this.#most = Math.max(this.#most, value);
    }
    this.#isBlind = this.#most === this.#least;
    this.#left = generation;
    this.#proposed = [];
    this.#measured = [];
  }

  #child(): Genome {
    let child: Genome = {};
    for (let tries = 0; tries < triesForNew; tries += 1) {
      child = this.#mutated(this.#random() < crossed ? this.#mixed(this.#parent(), this.#parent()) : this.#parent());
      if (!this.#covering.has(child)) break;
    }
    return child;
  }

  #parent(): Genome {
    const all = [...this.#tried.values()];
    const drawn = Array.from({ length: tournament }, () => oneOf(all, this.#random));
    return drawn.reduce((best, item) => (item.sum / item.n > best.sum / best.n ? item : best)).genome;
  }

  #mixed(first: Genome, second: Genome): Genome {
    return Object.fromEntries(
      Object.keys(this.#space).map((axis) => [axis, (this.#random() < 0.5 ? first : second)[axis] as string]),
    );
  }

  #mutated(genome: Genome): Genome {
    const axis = oneOf(
      Object.keys(this.#space).filter((name) => (this.#space[name]?.length ?? 0) > 1),
      this.#random,
    );
    const others = (this.#space[axis] ?? []).filter((value) => value !== genome[axis]);
    return { ...genome, [axis]: oneOf(others, this.#random) };
  }
}
