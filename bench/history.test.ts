import { describe, expect, it } from 'vitest';
import { type HistoryLine, ratiosOf, regressions } from './history.ts';
import { benchRow } from './measure.ts';

const line = (ratio: number, cores = 2): HistoryLine => ({
  commit: 'abc',
  date: '2026-01-01',
  cores,
  references: { computation: null, container: null },
  ratios: { start: ratio },
});

describe('regressions', () => {
  const usual = [2, 2.1, 1.9, 2, 2.2].map((ratio) => line(ratio));

  it('names a ratio that is more than a quarter above the median', () => {
    expect(regressions({ start: 2.51 }, 2, usual)).toEqual([{ name: 'start', ratio: 2.51, usual: 2 }]);
    expect(regressions({ start: 2.5 }, 2, usual)).toEqual([]);
  });

  it('compares with the last ten runs only', () => {
    const slowLately = [...usual, ...Array.from({ length: 10 }, () => line(4))];
    expect(regressions({ start: 4.9 }, 2, slowLately)).toEqual([]);
  });

  it('leaves out other machines and rows with too few runs', () => {
    expect(regressions({ start: 9 }, 4, usual)).toEqual([]);
    expect(regressions({ start: 9 }, 2, usual.slice(1))).toEqual([]);
    expect(regressions({ other: 9 }, 2, usual)).toEqual([]);
  });

  it('takes the middle of an even number of runs', () => {
    const six = [...usual, line(2.4)];
    expect(regressions({ start: 2.7 }, 2, six)).toEqual([{ name: 'start', ratio: 2.7, usual: 2.05 }]);
  });
});

describe('ratiosOf', () => {
  const row = { ...benchRow('start', 'ms', [300, 320, 340]), relativeTo: 'container' as const };

  it('divides the median by the reference', () => {
    expect(ratiosOf([row, benchRow('memory', 'MB', [1])], () => 80)).toEqual({ start: 4 });
  });

  it('leaves out a row whose reference was not measured', () => {
    expect(ratiosOf([row], () => null)).toEqual({});
  });
});
