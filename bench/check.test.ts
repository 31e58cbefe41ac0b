import { describe, expect, it } from 'vitest';
import { compareWithHistory } from './check.ts';
import type { HistoryLine } from './history.ts';

const line = (ratios: Record<string, number>): HistoryLine => ({
  commit: 'abc',
  date: '2026-01-01',
  cores: 2,
  references: { computation: null, container: null },
  ratios,
});
const history = [2, 2.1, 1.95, 2, 2.1].map((ratio) => line({ start: ratio, screenshot: ratio / 10 }));

/** Compares one part, whose row has these ratios in turn; gives the row and how often it was measured. */
async function compared(ratios: readonly number[], lines: readonly HistoryLine[] = history) {
  let measured = 0;
  const [row] = await compareWithHistory(['desktop'], 2, lines, async () => {
    const start = ratios[Math.min(measured, ratios.length - 1)] as number;
    measured += 1;
    return new Map([['desktop', { start }]]);
  });
  return { result: row?.result, measured };
}

describe('compareWithHistory', () => {
  it('compareWithHistory finds a row that is more than a quarter above its median three times', async () => {
    expect(await compared([2.51])).toEqual({ result: 'slower', measured: 3 });
    expect(await compared([2.5])).toEqual({ result: 'as usual', measured: 1 });
  });

  it('compareWithHistory accepts a row that was slow once', async () => {
    expect(await compared([4, 2.2])).toEqual({ result: 'as usual', measured: 2 });
    expect(await compared([4, 4, 2.2])).toEqual({ result: 'as usual', measured: 3 });
  });

  it('compareWithHistory repeats only the measurements that seem slower', async () => {
    const asked: (readonly string[])[] = [];
    const rows = await compareWithHistory(['desktop', 'observe'], 2, history, async (parts) => {
      asked.push(parts);
      return new Map(parts.map((part) => [part, part === 'desktop' ? { start: 9 } : { screenshot: 0.2 }]));
    });
    expect(asked).toEqual([['desktop', 'observe'], ['desktop'], ['desktop']]);
    expect(rows.map(({ name, ratios, result }) => ({ name, ratios, result }))).toEqual([
      { name: 'start', ratios: [9, 9, 9], result: 'slower' },
      { name: 'screenshot', ratios: [0.2], result: 'as usual' },
    ]);
  });

  it('compareWithHistory does not compare rows with too few runs', async () => {
    expect(await compared([9], history.slice(1))).toEqual({ result: 'too few runs', measured: 1 });
  });

  it('compareWithHistory gives noisy rows a wider limit', async () => {
    const restless = [2, 2.3, 1.9, 2.3, 2].map((ratio) => line({ start: ratio }));
    expect(await compared([3], restless)).toEqual({ result: 'as usual', measured: 1 });
    expect(await compared([4.5], restless)).toEqual({ result: 'slower', measured: 3 });
  });
});

/** Normally distributed numbers, always the same ones (Box and Muller 1958). */
function normal(): () => number {
  let seed = 20_261_127;
  const uniform = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** How many of 2,000 checks are red, on code that is `factor` times as slow as that of the history. */
async function redChecks(factor: number, spreadOfRuns: number, spreadInRun: number): Promise<number> {
  const next = normal();
  const rows = Array.from({ length: 16 }, (_, at) => `row ${at}`);
  const ratios = (run: Record<string, number>, slowed: number) =>
    Object.fromEntries(rows.map((name) => [name, slowed * (run[name] as number) * Math.exp(spreadInRun * next())]));
  const run = () => Object.fromEntries(rows.map((name) => [name, Math.exp(spreadOfRuns * next())]));
  let red = 0;
  for (let turn = 0; turn < 2000; turn += 1) {
    const lines = Array.from({ length: 10 }, () => line(ratios(run(), 1)));
    const here = run();
    const measured = async () =>
      new Map([['part', { ...ratios(here, 1), 'row 0': ratios(here, factor)['row 0'] ?? 0 }]]);
    if ((await compareWithHistory(['part'], 2, lines, measured)).some(({ result }) => result === 'slower')) red += 1;
  }
  return red;
}

describe('a limit of a quarter and two and a half spreads', () => {
  it('code of unchanged speed passes the limit', async () => {
    expect(await redChecks(1, 0.04, 0.08)).toBeLessThanOrEqual(2);
    expect(await redChecks(1, 0.06, 0.03)).toBeLessThanOrEqual(2);
  });

  it('one row of sixteen that is 40 % slower exceeds the limit', async () => {
    expect(await redChecks(1.4, 0.03, 0.03)).toBeGreaterThanOrEqual(1900);
    expect(await redChecks(1.4, 0.03, 0.05)).toBeGreaterThanOrEqual(1700);
  });
});
