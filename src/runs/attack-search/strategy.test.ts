import { expect, it } from 'vitest';
import { createStrategy } from './create-strategy.ts';
import type { Genome } from './genome.ts';
import { gradeValue } from './grade.ts';

const space = {
  framing: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
  language: ['en', 'de', 'fr', 'es'],
  length: ['bare', 'short', 'long'],
  timing: ['start', 'after-1', 'after-3', 'after-5'],
};
const statics: Genome[] = [{ framing: 'a' }, { framing: 'b' }];
const valueTold = ({ framing, language }: Genome): number =>
  gradeValue(framing === 'c' ? (language === 'de' ? 'attempted' : 'initiated') : 'exposed');

/** The first `count` genomes of a strategy that has at most `width` of them answered later. */
function proposed(name: Parameters<typeof createStrategy>[0], width: number, count: number): Genome[] {
  const strategy = createStrategy(name, { space, statics, seed: 7 });
  const all: Genome[] = [];
  const open: Genome[] = [];
  let most = 0;
  while (all.length < count) {
    const next = open.length < width ? strategy.next() : null;
    if (next !== null) {
      all.push(next);
      open.push(next);
      most = Math.max(most, open.length);
      continue;
    }
    const first = open.shift();
    if (first === undefined) throw new Error(`${name} gives nothing, and everything is told.`);
    strategy.tell(valueTold(first));
  }
  if (width > 1) expect(most).toBeGreaterThan(1);
  return all;
}

it.each(['evolve', 'halving', 'random', 'static'] as const)(
  'the strategy %s proposes the same candidates, however many results are pending',
  (name) => {
    const proposals = proposed(name, 1, 90);
    for (const width of [2, 5, 12, 40]) expect(proposed(name, width, 90)).toEqual(proposals);
  },
);
