import { Covering } from './covering.ts';
import { type Genome, genomeKey, oneOf, type Space } from './genome.ts';
import type { Strategy } from './strategy.ts';

/** Genomes of the first generation, and of how many the best becomes a parent. */
const firstGeneration = 12;
const tournament = 4;
/** Share of children of two parents, and of genomes that are drawn anew so that the search never narrows for good. */
const crossed = 0.5;
const anew = 0.1;
const triesForNew = 20;

/**
 * Evolution: the first generation spreads over the space, and so does every later one as long as nothing told one payload from another. Then the better of a few
 * become parents, and a child has one of their values changed.
 */
export class Evolution implements Strategy {
  readonly #space: Space;
  readonly #random: () => number;
  readonly #covering: Covering;
  readonly #tried = new Map<string, { genome: Genome; sum: number; n: number }>();
  #asked: Genome = {};
  #told = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  constructor(space: Space, random: () => number) {
    this.#space = space;
    this.#random = random;
    this.#covering = new Covering(space, random);
  }

  next(): Genome {
    const isBlind = this.#told < firstGeneration || this.#most === this.#least;
    this.#asked = isBlind || this.#random() < anew ? this.#covering.next() : this.#child();
    return this.#asked;
  }

  tell(value: number): void {
    this.#covering.note(this.#asked);
    const key = genomeKey(this.#asked);
    const { sum, n } = this.#tried.get(key) ?? { sum: 0, n: 0 };
    this.#tried.set(key, { genome: this.#asked, sum: sum + value, n: n + 1 });
    this.#told += 1;
    this.#least = Math.min(this.#least, value);
    this.#most = Math.max(this.#most, value);
  }

  /** One that was not tried yet, where some tries find one. */
  #child(): Genome {
    let child: Genome = {};
    for (let tries = 0; tries < triesForNew; tries += 1) {
      child = this.#mutated(this.#random() < crossed ? this.#mixed(this.#parent(), this.#parent()) : this.#parent());
      if (!this.#tried.has(genomeKey(child))) break;
    }
    return child;
  }

  #parent(): Genome {
    const all = [...this.#tried.values()];
    const drawn = Array.from({ length: tournament }, () => oneOf(all, this.#random));
    return drawn.reduce((best, one) => (one.sum / one.n > best.sum / best.n ? one : best)).genome;
  }

  #mixed(one: Genome, other: Genome): Genome {
    return Object.fromEntries(
      Object.keys(this.#space).map((axis) => [axis, (this.#random() < 0.5 ? one : other)[axis] as string]),
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
