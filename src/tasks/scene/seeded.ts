import { createHash } from 'node:crypto';
import { seededRandom } from '../../base/statistics/seeded-random.ts';
import { shuffled } from '../../base/statistics/shuffled.ts';

/** A random generator seeded by a text. */
export interface Seeded {
  /** Returns a random integer from 0 up to, but excluding, `bound`. */
  below(bound: number): number;
  pick<T>(values: readonly T[]): T;
  shuffled<T>(values: readonly T[]): T[];
}

export function seeded(text: string): Seeded {
  const next = seededRandom(createHash('sha256').update(text).digest().readUInt32LE(0));
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    shuffled: (values) => shuffled(values, below),
  };
}
