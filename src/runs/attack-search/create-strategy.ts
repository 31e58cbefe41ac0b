import { seededRandom } from '../../base/statistics/seeded-random.ts';
import { Evolution } from './evolution.ts';
import { drawGenome, type Genome, type Space } from './genome.ts';
import { Halving } from './halving.ts';
import type { Strategy } from './strategy.ts';

export const searchStrategies = ['evolve', 'halving'] as const;
export const baselines = ['random', 'static'] as const;
export type StrategyName = (typeof searchStrategies)[number] | (typeof baselines)[number];

export function createStrategy(
  name: StrategyName,
  { space, statics, seed }: { space: Space; statics: readonly Genome[]; seed: number },
): Strategy {
  const random = seededRandom(seed);
  switch (name) {
    case 'evolve':
      return new Evolution(space, random);
    case 'halving':
      return new Halving(space, random);
    case 'random':
      return { next: () => drawGenome(space, random), tell() {} };
    case 'static':
      return inTurn(statics);
    default:
      return name satisfies never;
  }
}

function inTurn(genomes: readonly Genome[]): Strategy {
  let proposed = 0;
  return {
    next() {
      const genome = genomes[proposed % genomes.length];
      if (genome === undefined) throw new RangeError('A goal without texts has no static payloads.');
      proposed += 1;
      return genome;
    },
    tell() {},
  };
}
