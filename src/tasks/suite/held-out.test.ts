import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitToSeeds, heldOutFaults, heldOutSchema, heldOutSecretSchema } from './held-out.ts';

const suite = { name: 'mine', version: '1.0.0', hash: 'abc' };
const { published, secret } = commitToSeeds(suite, 2);
const [first, second] = secret.seeds as [{ seed: number; nonce: string }, { seed: number; nonce: string }];
const run = (seed: number | null, suiteHash: string | null = 'abc') => ({ path: `run-${seed}`, suiteHash, seed });

describe('commitments to held-out seeds', () => {
  it('a commitment to held-out seeds reveals no seed and can be verified with sha256sum', () => {
    expect(JSON.stringify(published)).not.toContain(String(first.seed));
    const text = `osharm-held-out/1\nabc\n${first.seed}\n${first.nonce}\n`;
    expect(published.commitments[0]).toBe(createHash('sha256').update(text).digest('hex'));
    expect(heldOutSchema.parse(published)).toEqual(published);
    expect(heldOutSecretSchema.parse(secret)).toEqual(secret);
  });

  it('a commitment to held-out seeds matches the drawn seeds and runs with them', () => {
    expect(heldOutFaults(published, secret, null)).toEqual([]);
    expect(heldOutFaults(published, secret, [run(first.seed), run(second.seed), run(first.seed)])).toEqual([]);
  });

  it.each([
    ['another seed', { ...secret, seeds: [{ ...first, seed: first.seed + 1 }, second] }, 'commitment 1'],
    ['another nonce', { ...secret, seeds: [first, { ...second, nonce: first.nonce }] }, 'commitment 2'],
    ['seeds in another order', { ...secret, seeds: [second, first] }, 'commitment 1'],
    ['a withheld seed', { ...secret, seeds: [first] }, '1 are revealed'],
    ['another state of the suite', { ...secret, suiteHash: 'xyz' }, 'different states of the suite'],
  ])('a commitment to held-out seeds does not match %s', (_, changed, fault) => {
    expect(heldOutFaults(published, changed, null).join('\n')).toContain(fault);
  });

  it('a commitment check names runs with other seeds or of another suite, and seeds without a run', () => {
    const faults = heldOutFaults(published, secret, [run(first.seed), run(7), run(first.seed, 'xyz'), run(null)]);
    expect(faults).toEqual([
      'run-7 has seed 7.',
      `run-${first.seed} was executed with another version of the suite.`,
      'run-null has seed unknown.',
      `No run has seed ${second.seed}.`,
    ]);
  });
});
