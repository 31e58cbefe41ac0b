import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunDetail } from '../api.ts';
import { alignRuns } from './align.ts';

const run = (actions: readonly string[]): RunDetail =>
  ({ steps: actions.map((action, index) => ({ index, actions: [action], response: '' })) }) as unknown as RunDetail;
const shape = (a: string, b: string) =>
  alignRuns(run([...a]), run([...b])).pairs.map((pair) => `${pair.a ?? '-'}${pair.isSame ? '=' : '|'}${pair.b ?? '-'}`);

describe('alignRuns', () => {
  it('alignRuns matches equal steps and places the others side by side', () => {
    expect(shape('abc', 'abc')).toEqual(['0=0', '1=1', '2=2']);
    expect(shape('abc', 'axyc')).toEqual(['0=0', '1|1', '-|2', '2=3']);
    expect(shape('abc', 'c')).toEqual(['0|-', '1|-', '2=0']);
    expect(shape('', 'ab')).toEqual(['-|0', '-|1']);
    expect(alignRuns(run(['a', 'b']), run(['a', 'c'])).divergence).toBe(1);
    expect(alignRuns(run([]), run([])).divergence).toBeNull();
  });

  it('alignRuns shows every step of both runs once, in order', () => {
    const steps = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const { pairs } = alignRuns(run(a), run(b));
        const side = (which: 'a' | 'b') => pairs.flatMap((pair) => (pair[which] === null ? [] : [pair[which]]));
        expect(side('a')).toEqual(a.map((_, index) => index));
        expect(side('b')).toEqual(b.map((_, index) => index));
        for (const pair of pairs) if (pair.isSame) expect(a[pair.a as number]).toBe(b[pair.b as number]);
      }),
    );
  });
});
