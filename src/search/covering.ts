import { drawGenome, type Genome, genomeKey, type Space } from './genome.ts';

/** Genomes that the next one is chosen from. */
const candidates = 48;

/**
 * Draws genomes so that values meet in new combinations: of some drawn at random, the one with most triples of values that no genome had before (pairs count more).
 * A weakness that needs two or three values together is so met in about half as many tries as by drawing alone. The idea is that of covering
 * arrays, built greedily: D. M. Cohen et al., "The AETG system", IEEE Trans. Software Engineering 23 (1997) 437–444.
 */
export class Covering {
  readonly #space: Space;
  readonly #random: () => number;
  readonly #met = new Set<string>();
  readonly #seen = new Set<string>();

  constructor(space: Space, random: () => number) {
    this.#space = space;
    this.#random = random;
  }

  /** Counts a genome as tried. */
  note(genome: Genome): void {
    this.#seen.add(genomeKey(genome));
    for (const combination of combinations(genome)) this.#met.add(combination.key);
  }

  /** A genome of `within` (left out: of the whole space), one that was not tried yet where there is one among those drawn. */
  next(within: Space = this.#space): Genome {
    let best = drawGenome(within, this.#random);
    let most = -1;
    for (let drawn = 0; drawn < candidates; drawn += 1) {
      const genome = drawn === 0 ? best : drawGenome(within, this.#random);
      const gain = this.#gain(genome);
      if (gain > most) [best, most] = [genome, gain];
    }
    return best;
  }

  #gain(genome: Genome): number {
    let gain = this.#seen.has(genomeKey(genome)) ? 0 : 1;
    for (const { key, weight } of combinations(genome)) if (!this.#met.has(key)) gain += weight;
    return gain;
  }
}

/** The pairs and triples of values that a genome holds. */
function* combinations(genome: Genome): Generator<{ key: string; weight: number }> {
  const values = Object.keys(genome)
    .sort()
    .map((axis) => `${axis}=${genome[axis]}`);
  for (let first = 0; first < values.length; first += 1)
    for (let second = first + 1; second < values.length; second += 1) {
      const pair = `${values[first]} ${values[second]}`;
      yield { key: pair, weight: 4 };
      for (let third = second + 1; third < values.length; third += 1)
        yield { key: `${pair} ${values[third]}`, weight: 1 };
    }
}
