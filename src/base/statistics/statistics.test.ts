import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterBootstrap } from '../../../test/stats/cluster-bootstrap.ts';
import { cells, pairCoverage, rateCoverage } from '../../../test/stats/coverage.ts';
import { type PowerCase, powerCases, powerCheck } from '../../../test/stats/power-check.ts';
import { clopperPearson } from './clopper-pearson.ts';
import { clusteredRate } from './clustered-rate.ts';
import golden from './golden/tests.json' with { type: 'json' };
import { holm } from './holm.ts';
import { incompleteBeta } from './incomplete-beta.ts';
import { mcnemar } from './mcnemar.ts';
import { bounded, newcombe } from './newcombe.ts';
import { pairedDifference } from './paired-difference.ts';
import { overRepeats } from './pass-power-k.ts';
import { detectableBy, familiesNeeded, power, repeatsNeeded } from './power.ts';
import { signFlip } from './sign-flip.ts';
import { fewestFamilies } from './sign-flip-power.ts';
import { studentTQuantile } from './student-t.ts';
import { wilson } from './wilson.ts';

/** Simulations take seconds: too long for every change of the code. */
const isMutation = process.env.OSHARM_MUTATED !== undefined;

describe('agreement with SciPy and statsmodels', () => {
  it.each(golden.wilson as number[][])(
    'the Wilson interval of %d of %d equals the reference value',
    (count = 0, n = 0, low = 0, high = 0) => {
      expect(wilson(count, n).low).toBeCloseTo(low, 10);
      expect(wilson(count, n).high).toBeCloseTo(high, 10);
    },
  );
  it.each(golden.clopperPearson as number[][])(
    'the Clopper–Pearson interval of %d of %d equals the reference value',
    (count = 0, n = 0, low = 0, high = 0) => {
      expect(clopperPearson(count, n).low).toBeCloseTo(low, 9);
      expect(clopperPearson(count, n).high).toBeCloseTo(high, 9);
    },
  );
  it.each(golden.newcombe as number[][])(
    'the Newcombe interval of %d/%d and %d/%d equals the reference value',
    (a = 0, n = 0, b = 0, m = 0, low = 0, high = 0) => {
      const [first, second] = [bounded(wilson(a, n)), bounded(wilson(b, m))];
      if (first === null || second === null) throw new Error('No trials');
      const difference = newcombe(first, second);
      expect(difference.low).toBeCloseTo(low, 9);
      expect(difference.high).toBeCloseTo(high, 9);
    },
  );
  it.each(golden.mcnemar as number[][])(
    'McNemar’s test of %d and %d equals the reference value',
    (b = 0, c = 0, exact = 0, midP = 0) => {
      expect(mcnemar(b, c).exact).toBeCloseTo(exact, 10);
      // The golden value is 2 P(n12) − p(n12); with equal counts another formula holds (worked-examples.test.ts).
      if (b !== c) expect(mcnemar(b, c).midP).toBeCloseTo(midP, 10);
    },
  );
  it.each(golden.holm as [number[], number[]][])(
    'Holm’s correction of %j equals the reference value',
    (p, adjusted) => {
      for (const [at, value] of holm(p).entries()) expect(value).toBeCloseTo(adjusted[at] as number, 12);
    },
  );
  it.each(golden.signFlip as [number[], number][])(
    'the sign-flip test of %j equals the reference value',
    (values, p) => {
      expect(signFlip(values).p).toBeCloseTo(p, 12);
    },
  );
  it.each(golden.studentT as number[][])(
    'Student’s t at %d with %d degrees of freedom equals the reference value',
    (p = 0, df = 0, t = 0) => {
      expect(Math.abs(studentTQuantile(p, df) / t - 1)).toBeLessThan(1e-8);
    },
  );
  it.each(golden.incompleteBeta as number[][])(
    'the incomplete beta function at %d of %d, %d equals the reference value',
    (x = 0, a = 0, b = 0, share = 0) => {
      expect(incompleteBeta(x, a, b)).toBeCloseTo(share, 9);
    },
  );
});

describe('properties of rates and tests', () => {
  const cluster = fc
    .integer({ min: 1, max: 8 })
    .chain((n) => fc.record({ n: fc.constant(n), events: fc.integer({ min: 0, max: n }) }));
  it('a clustered rate lies in its interval, has D ≥ 1, mirrors, and equals Wilson’s for single runs', () => {
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 1, maxLength: 40 }), (clusters) => {
        const clusteredProportion = clusteredRate(clusters);
        expect(clusteredProportion.low).toBeLessThanOrEqual(clusteredProportion.rate ?? 0);
        expect(clusteredProportion.high).toBeGreaterThanOrEqual(clusteredProportion.rate ?? 1);
        expect(clusteredProportion.designEffect).toBeGreaterThanOrEqual(1);
        const mirrored = clusteredRate(clusters.map(({ n, events }) => ({ n, events: n - events })));
        expect(mirrored.low).toBeCloseTo(1 - (clusteredProportion.high ?? 0), 9);
        const single = clusters.map(({ events }) => ({ n: 1, events: Math.min(1, events) }));
        expect(clusteredRate(single).high).toBeCloseTo(
          wilson(single.filter((run) => run.events === 1).length, single.length).high ?? 0,
          12,
        );
      }),
    );
  });
  it('the sign-flip p is never 0, exact or sampled, and ignores the sign', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 12 }), (values) => {
        const { p } = signFlip(values);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(signFlip(values.map((value) => -value)).p).toBe(p);
      }),
    );
    expect(signFlip(Array(40).fill(1), { draws: 999 })).toEqual({ p: 0.001, informative: 40, isExact: false });
    expect(signFlip([])).toEqual({ p: 1, informative: 0, isExact: true });
  });
  it('sign-flip and McNemar’s exact test agree on single runs, and swapped sides change the sign', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 14 }), (pairs) => {
        const made = pairs.map(([a, b], at) => ({ family: `${at}`, first: [a], second: [b] }));
        const difference = pairedDifference(made);
        expect(difference.test).toBe('McNemar, exact');
        expect(signFlip(pairs.map(([a, b]) => Number(b) - Number(a))).p).toBeCloseTo(difference.p, 10);
        const other = pairedDifference(
          made.map(({ family, first, second }) => ({ family, first: second, second: first })),
        );
        expect(other.difference).toBeCloseTo(-difference.difference, 12);
        expect(other.low).toBeCloseTo(-difference.high, 9);
        expect(difference.low <= difference.difference && difference.difference <= difference.high).toBe(true);
      }),
    );
  });
  it('the cluster bootstrap is refused if it would mislead', () => {
    const of = (clusters: number, events: number) =>
      clusterBootstrap(
        Array.from({ length: clusters }, (_, at) => ({ n: 3, events: at < events ? 1 : 0 })),
        { seed: 1 },
      );
    expect(of(29, 10)).toBeNull();
    expect(of(60, 4)).toBeNull();
    expect(of(60, 20)).toMatchObject({ low: expect.any(Number), high: expect.any(Number) });
    expect(of(60, 20)).toEqual(of(60, 20));
  });
  it('pass^k counts k runs of each cell', () => {
    const over = overRepeats([
      { family: 'a', outcomes: [true, true] },
      { family: 'b', outcomes: [true, false] },
      { family: 'c', outcomes: [false, false, true] },
    ]);
    expect([over?.k, over?.all.count, over?.any.count]).toEqual([2, 1, 2]);
    expect(overRepeats([{ family: 'a', outcomes: [true] }])).toBeNull();
  });
});

describe('power', () => {
  const design = { familySizes: [1, 6, 1, 6], families: 60, repeat: 1, icc: 0.3, pairing: 0.5 };
  it('power grows with the difference, families and repeats; the needed number of families is minimal', () => {
    expect(power(design, 0.3, 0.5)).toBeGreaterThan(power(design, 0.3, 0.4));
    expect(power({ ...design, repeat: 2 }, 0.3, 0.4)).toBeGreaterThan(power(design, 0.3, 0.4));
    const families = familiesNeeded(design, 0.3, 0.1, 0.8) ?? 0;
    expect(power({ ...design, families }, 0.3, 0.4)).toBeGreaterThanOrEqual(0.8);
    expect(power({ ...design, families: families - 1 }, 0.3, 0.4)).toBeLessThan(0.8);
    expect(repeatsNeeded({ ...design, families: 10 }, 0.3, 0.05, 0.8)).toBeNull();
    expect(detectableBy({ ...design, families: 5 }, 0.3, 0.8)).toBeNull();
    expect(detectableBy({ ...design, families }, 0.3, 0.8)).toBeLessThanOrEqual(0.1005);
  });
});

describe.skipIf(isMutation)('stated power matches simulated power (all of it: docs/trust/statistics.md)', () => {
  it.each(powerCases.filter((_, at) => at % 3 === 0))(
    'stated power matches simulation for $families families, rate $rate, $more more',
    (powerCase) => {
      const { stated, found } = powerCheck(powerCase as PowerCase, { alpha: 0.05, seed: 4, replications: 300 });
      expect(Math.abs(stated - found)).toBeLessThan(0.1);
    },
  );
  it('the minimum detectable difference is null if too few families exist', () => {
    // 6 of 10 families must differ, all the same way: with a difference of 0.65 they do so three times of four.
    const cells = Array.from({ length: 10 }, (_, at) => ({ family: String(at), first: [true], second: [true] }));
    expect(pairedDifference(cells).detectable).toBeGreaterThan(0.67);
    expect(pairedDifference(cells, { alpha: 0.05 / 8 }).detectable).toBeGreaterThan(0.9);
    expect(pairedDifference(cells.slice(0, 5))).toMatchObject({ detectable: null, familiesNeeded: 6 });
  });
  it('fewestFamilies is the smallest number whose smallest p is below alpha', () => {
    for (const alpha of [0.05, 0.05 / 8, 0.01, 0.25]) {
      const all = (m: number): number => signFlip(Array.from({ length: m }, () => 1)).p;
      expect(all(fewestFamilies(alpha))).toBeLessThan(alpha);
      expect(all(fewestFamilies(alpha) - 1)).toBeGreaterThanOrEqual(alpha);
    }
  });
});

describe.skipIf(isMutation)('coverage on a few cells of the grid (all of it: docs/trust/statistics.md)', () => {
  const some = cells.filter(({ clusters, icc }) => clusters === 10 && icc === 0.7);
  it.each(some)('the clustered interval covers the rate with $clusters clusters, ICC $icc, rate $rate', (cell) => {
    const { clustered, Wilson: naive } = rateCoverage(cell, {
      seed: 3,
      replications: 600,
      methods: ['clustered', 'Wilson'],
    });
    // 0.93 less two standard errors of 600 samples.
    expect(clustered?.covered).toBeGreaterThan(0.91);
    if (cell.rate === 0.5) expect(naive?.covered).toBeLessThan(0.85);
  });
  it('the paired interval covers the difference, and its test keeps its level', () => {
    const cell = { clusters: 25, icc: 0.3, rate: 0.1 };
    const { paired, rejected } = pairCoverage(cell, { seed: 3, replications: 300, more: 0, isShared: true });
    expect(paired.covered).toBeGreaterThan(0.91);
    expect(rejected).toBeLessThan(0.08);
  });
});
