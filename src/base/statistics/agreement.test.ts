import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementOf, type Confusion } from './agreement.ts';
import { clusteredAgreement } from './clustered-agreement.ts';
import { correctedRate, predictionPoweredRate } from './corrected-rate.ts';
import golden from './golden/agreement.json' with { type: 'json' };
import { krippendorffAlpha } from './krippendorff.ts';
import { z95 } from './wilson.ts';

const confusion = ([tp = 0, fp = 0, fn = 0, tn = 0]: readonly number[]): Confusion => ({
  truePositive: tp,
  falsePositive: fp,
  falseNegative: fn,
  trueNegative: tn,
});
/** Halves go to the even neighbour, as Python rounds. */
const percent = (rate: number | null): number => {
  const hundred = (rate ?? Number.NaN) * 100;
  return hundred % 1 === 0.5 ? 2 * Math.round(hundred / 2) : Math.round(hundred);
};

describe('agreementOf', () => {
  it.each(golden.agreement)(
    'agreementOf equals scikit-learn, statsmodels and irrCAC for $counts',
    ({ counts, f1, jaccardCi, kappa, kappaSe, ac1, ac1Se }) => {
      const agreement = agreementOf(confusion(counts));
      expect(agreement.f1.value).toBeCloseTo(f1, 9);
      const [low, high] = jaccardCi.map((share) => (2 * share) / (1 + share));
      expect([agreement.f1.low, agreement.f1.high]).toEqual([
        expect.closeTo(low ?? 0, 9),
        expect.closeTo(high ?? 0, 9),
      ]);
      expect(agreement.kappa.value).toBeCloseTo(kappa, 9);
      expect(agreement.kappa.low).toBeCloseTo(Math.max(-1, kappa - z95 * kappaSe), 6);
      expect(agreement.ac1.value).toBeCloseTo(ac1, 8);
      expect(agreement.ac1.high).toBeCloseTo(Math.min(1, ac1 + z95 * ac1Se), 6);
    },
  );

  it('agreementOf reproduces Table 3 of the OS-Harm paper from its confusion counts', () => {
    const table = (counts: number[]) => {
      const { agreement, precision, recall, f1 } = agreementOf(confusion(counts));
      return [agreement.rate, precision.rate, recall.rate, f1.value].map(percent);
    };
    expect(table([26, 0, 15, 9])).toEqual([70, 100, 63, 78]);
    expect(table([8, 2, 4, 36])).toEqual([88, 80, 67, 73]);
    expect(table([5, 0, 3, 42])).toEqual([94, 100, 62, 77]);
    expect(table([39, 2, 22, 87])).toEqual([84, 95, 64, 76]);
    expect(table([6, 6, 3, 35])).toEqual([82, 50, 67, 57]);
    expect(table([21, 6, 2, 21])).toEqual([84, 78, 91, 84]);
    expect(table([15, 4, 2, 29])).toEqual([88, 79, 88, 83]);
    expect(table([42, 16, 7, 85])).toEqual([85, 72, 86, 79]);
  });

  it('full agreement has a κ of 1, and a single class has none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (yes, no) => {
        const same = agreementOf(confusion([yes, 0, 0, no]));
        expect([same.kappa.value, same.ac1.value, same.agreement.rate]).toEqual([1, 1, 1]);
        expect(agreementOf(confusion([yes, 0, 0, 0])).kappa.value).toBeNull();
      }),
    );
    expect(agreementOf(confusion([])).f1.value).toBeNull();
  });

  it('agreement intervals contain their estimates, and only precision and recall depend on the reference', () => {
    const count = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(count, count, count, count, (tp, fp, fn, tn) => {
        const agreement = agreementOf(confusion([tp, fp, fn, tn]));
        for (const { value, low, high } of [agreement.f1, agreement.kappa, agreement.ac1])
          if (value !== null) {
            expect(low).toBeLessThanOrEqual(value + 1e-9);
            expect(high).toBeGreaterThanOrEqual(value - 1e-9);
            expect(Number(high) - Number(low), 'no interval is without width').toBeGreaterThan(1e-3);
          }
        const other = agreementOf(confusion([tp, fn, fp, tn]));
        expect(other.kappa.value ?? 0).toBeCloseTo(agreement.kappa.value ?? 0, 9);
        expect(other.precision).toEqual(agreement.recall);
      }),
    );
  });
});

describe('krippendorffAlpha', () => {
  it.each(golden.alpha.map((item, at) => ({ at, ...item })))(
    'krippendorffAlpha equals the krippendorff package (case $at)',
    ({ units, alpha }) => {
      expect(krippendorffAlpha(units)).toBeCloseTo(alpha, 9);
    },
  );
  it('krippendorffAlpha is undefined without comparable values', () => {
    expect(
      krippendorffAlpha([
        [true, null],
        [null, false],
      ]),
    ).toBeNull();
    expect(
      krippendorffAlpha([
        [true, true],
        [true, true],
      ]),
    ).toBeNull();
    expect(
      krippendorffAlpha([
        [true, true],
        [false, false],
      ]),
    ).toBe(1);
  });
});

describe('correctedRate', () => {
  it('correctedRate removes the bias of a judge with known errors', () => {
    // Sensitivity 0.64, specificity 0.98: of 300 runs at a true rate of 0.4 it flags 0.4·0.64 + 0.6·0.02.
    const labelled = confusion([64, 2, 36, 98]);
    const { value, low, high } = correctedRate(Math.round(300 * (0.4 * 0.64 + 0.6 * 0.02)), 300, labelled);
    expect(value).toBeCloseTo(0.4, 2);
    expect(low).toBeLessThan(0.33);
    expect(high).toBeGreaterThan(0.47);
  });
  it('correctedRate refuses small samples and judges no better than chance', () => {
    expect(correctedRate(5, 50, confusion([10, 2, 5, 40])).value).toBeNull();
    expect(correctedRate(5, 50, confusion([10, 10, 10, 10])).value).toBeNull();
    expect(correctedRate(5, 50, confusion([20, 20, 20, 20])).value).toBeNull();
  });
  it.each(golden.predictionPowered)(
    'correctedRate equals ppi-python for $positives of $n',
    ({ positives, n, counts, rate, ci }) => {
      const { value, low, high } = predictionPoweredRate(positives, n, confusion(counts));
      expect(value).toBeCloseTo(rate, 9);
      expect(low).toBeCloseTo(Math.max(0, ci[0] ?? 0), 6);
      expect(high).toBeCloseTo(Math.min(1, ci[1] ?? 1), 6);
    },
  );
  it('the intervals of correctedRate cover the truth at about 95 %, on both sides', () => {
    // A judge of sensitivity 0.64 and specificity 0.98 on runs of which 40 % are unsafe; both samples drawn alike.
    const random = mulberry(7);
    const times = 400;
    let covered = 0;
    for (let time = 0; time < times; time += 1) {
      const counts = confusion([]);
      let positives = 0;
      for (let item = 0; item < 400; item += 1) {
        const isUnsafe = random() < 0.4;
        const isFlagged = random() < (isUnsafe ? 0.64 : 0.02);
        if (item >= 150) positives += Number(isFlagged);
        else if (isUnsafe) counts[isFlagged ? 'truePositive' : 'falseNegative'] += 1;
        else counts[isFlagged ? 'falsePositive' : 'trueNegative'] += 1;
      }
      const estimates = [predictionPoweredRate, correctedRate].map((rate) => rate(positives, 250, counts));
      if (estimates.every(({ low, high }) => Number(low) <= 0.4 && Number(high) >= 0.4)) covered += 1;
    }
    expect(covered / times).toBeGreaterThan(0.91);
  });
});

describe('clusteredAgreement', () => {
  const count = fc.integer({ min: 0, max: 6 });
  const clusters = fc.array(fc.tuple(count, count, count, count), { minLength: 1, maxLength: 8 });
  const singles = (counts: readonly number[]): Confusion[] =>
    counts.flatMap((n, at) =>
      Array.from({ length: n }, () => confusion([0, 1, 2, 3].map((value) => Number(value === at)))),
    );

  it('clusteredAgreement equals agreement of independent runs if each cluster has one run', () => {
    fc.assert(
      fc.property(count, count, count, count, (...counts) => {
        expect(clusteredAgreement(singles(counts))).toEqual(agreementOf(confusion(counts)));
      }),
    );
  });

  it('clusteredAgreement has the estimates of independent runs and intervals that are never narrower', () => {
    fc.assert(
      fc.property(clusters, (list) => {
        const sum = [0, 1, 2, 3].map((at) => list.reduce((all, item) => all + (item[at] ?? 0), 0));
        const plain = agreementOf(confusion(sum));
        const clustered = clusteredAgreement(list.map(confusion));
        for (const name of ['f1', 'kappa', 'ac1'] as const) {
          const [estimate, other] = [plain[name], clustered[name]];
          expect(other.value).toBe(estimate.value);
          if (estimate.low === null || estimate.high === null) continue;
          expect(other.low).toBeLessThanOrEqual(estimate.low + 1e-9);
          expect(other.high).toBeGreaterThanOrEqual(estimate.high - 1e-9);
        }
        for (const name of ['agreement', 'precision', 'recall'] as const) {
          expect(clustered[name].rate).toBe(plain[name].rate);
          if (plain[name].low !== null) expect(clustered[name].low).toBeLessThanOrEqual(plain[name].low + 1e-9);
        }
      }),
    );
  });

  it('clusteredAgreement covers κ, AC1 and F1 for correlated runs, unlike intervals for independent runs', () => {
    // 20 tasks of 5 runs each; nine of ten runs are what the task's first was. Truth: 0.35 yes both, 0.05 and 0.1 one alone, 0.5 no both.
    const shares = [0.35, 0.05, 0.1, 0.5];
    const truth = agreementOf(confusion(shares.map((share) => Math.round(share * 1e6))));
    const random = mulberry(11);
    const draw = (): number => {
      const at = random();
      return at < 0.35 ? 0 : at < 0.4 ? 1 : at < 0.5 ? 2 : 3;
    };
    const covered = { kappa: [0, 0], ac1: [0, 0], f1: [0, 0] };
    const times = 300;
    for (let time = 0; time < times; time += 1) {
      const list = Array.from({ length: 20 }, () => {
        const first = draw();
        const counts = [0, 0, 0, 0];
        for (let run = 0; run < 5; run += 1) {
          const kind = random() < 0.9 ? first : draw();
          counts[kind] = (counts[kind] ?? 0) + 1;
        }
        return counts;
      });
      const sum = [0, 1, 2, 3].map((at) => list.reduce((all, item) => all + (item[at] ?? 0), 0));
      for (const [which, agreement] of [clusteredAgreement(list.map(confusion)), agreementOf(confusion(sum))].entries())
        for (const name of ['kappa', 'ac1', 'f1'] as const) {
          const { low, high } = agreement[name];
          const target = truth[name].value ?? 0;
          if (low !== null && high !== null && low <= target && target <= high)
            covered[name][which] = (covered[name][which] ?? 0) + 1;
        }
    }
    for (const [clustered = 0, plain = 0] of Object.values(covered)) {
      expect(clustered / times).toBeGreaterThan(0.9);
      expect(plain / times).toBeLessThan(0.85);
    }
  });
});

/** A small generator of numbers in 0 … 1 that repeats itself for the same seed (Mulberry32). */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
