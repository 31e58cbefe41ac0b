import { describe, expect, it } from 'vitest';
import { type HistoryLine, usualRatio } from './history.ts';

const line = (ratio: number, cores = 2): HistoryLine => ({
  commit: 'abc',
  date: '2026-01-01',
  cores,
  references: { computation: null, container: null },
  ratios: { start: ratio },
});

describe('usualRatio', () => {
  const usual = [2, 2.1, 1.9, 2, 2.2].map((ratio) => line(ratio));

  it('usualRatio is the median of the last ten runs', () => {
    expect(usualRatio('start', 2, usual)?.median).toBe(2);
    expect(usualRatio('start', 2, [...usual, line(2.4)])?.median).toBe(2.05);
    expect(usualRatio('start', 2, [...usual, ...Array.from({ length: 10 }, () => line(4))])?.median).toBe(4);
  });

  it('usualRatio excludes other machines and rows with too few runs', () => {
    expect(usualRatio('start', 4, usual)).toBe(null);
    expect(usualRatio('start', 2, usual.slice(1))).toBe(null);
    expect(usualRatio('other', 2, usual)).toBe(null);
  });

  it('the spread of usualRatio is measured from run to run, or over all runs if they drift', () => {
    const steady = [2, 2.1, 2, 2.1, 2, 2.1].map((ratio) => line(ratio));
    expect(usualRatio('start', 2, steady)?.spread).toBeCloseTo(Math.log(1.05) / 0.954, 5);
    const drifting = [2, 2.02, 2.04, 2.3, 2.32, 2.34].map((ratio) => line(ratio));
    expect(usualRatio('start', 2, drifting)?.spread).toBeGreaterThan(0.09);
    const restless = [2, 3, 1.8, 2.9, 2].map((ratio) => line(ratio));
    expect(usualRatio('start', 2, restless)?.spread).toBeGreaterThan(0.3);
  });

  it('the limit of usualRatio is a quarter above the median or two and a half spreads, whichever is more', () => {
    const calm = usualRatio('start', 2, usual);
    expect(calm?.limit).toBeCloseTo(2.5, 5);
    const restless = usualRatio(
      'start',
      2,
      [2, 3, 1.8, 2.9, 2].map((ratio) => line(ratio)),
    );
    expect(restless?.limit).toBeCloseTo(2 * Math.exp(2.5 * (restless?.spread ?? 0)), 5);
  });
});
