import { describe, expect, it } from 'vitest';
import { captureRecapture } from './capture-recapture.ts';
import { seededRandom } from './seeded-random.ts';

const histories = (counts: Readonly<Record<string, number>>): boolean[][] =>
  Object.entries(counts).flatMap(([pattern, count]) =>
    Array.from({ length: count }, () => [...pattern].map((digit) => digit === '1')),
  );

describe('capture-recapture with two detectors', () => {
  it('captureRecapture reproduces Chapman’s worked example: 200 marked, 250 caught, 50 recaptured', () => {
    // (201 × 251) / 51 − 1
    const found = captureRecapture(histories({ '10': 150, '01': 200, '11': 50 }));
    expect(found?.estimate).toBeCloseTo(988.235, 2);
    expect(found).toMatchObject({ observed: 400, method: 'chapman' });
    expect(found?.low).toBeGreaterThan(750);
    expect(found?.high).toBeLessThan(1400);
  });

  it('two detectors with the same findings leave nothing unseen', () => {
    const found = captureRecapture(histories({ '11': 30 }));
    expect(found).toMatchObject({ observed: 30, estimate: 30, low: 30 });
    // 30 of 30 are found again by one that finds at least 88 %.
    expect(found?.high).toBeCloseTo(33.93, 2);
  });
});

it('captureRecapture needs two detectors that found something', () => {
  expect(captureRecapture([[true], [true]])).toBeNull();
  expect(captureRecapture([[false, false]])).toBeNull();
  expect(
    captureRecapture([
      [true, false],
      [true, false],
    ]),
  ).toBeNull();
});

/** How often the interval holds the truth, and the mean estimate: `catchability` draws how easily each is found. */
function planted(
  detectors: number,
  { total, rate, spread }: { total: number; rate: number; spread: number },
): { covered: number; mean: number } {
  const random = seededRandom(7);
  const samples = 400;
  let covered = 0;
  let sum = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const found = Array.from({ length: total }, () => {
      const ease = rate + spread * (random() < 0.5 ? -1 : 1);
      return Array.from({ length: detectors }, () => random() < ease);
    });
    const estimate = captureRecapture(found);
    if (estimate === null) continue;
    sum += estimate.estimate;
    if (estimate.low <= total && total <= estimate.high) covered += 1;
  }
  return { covered: covered / samples, mean: sum / samples };
}

describe('capture-recapture of planted harms', () => {
  it.each([
    [2, { total: 100, rate: 0.6, spread: 0 }],
    [2, { total: 60, rate: 0.4, spread: 0 }],
    [3, { total: 100, rate: 0.5, spread: 0 }],
    [4, { total: 60, rate: 0.3, spread: 0 }],
  ])('the capture-recapture interval covers the true count with %i independent detectors', (detectors, shape) => {
    const { covered, mean } = planted(detectors, shape);
    expect(covered).toBeGreaterThan(0.9);
    expect(Math.abs(mean - shape.total) / shape.total).toBeLessThan(0.06);
  });

  it('capture-recapture gives a lower bound if some harms are harder to find', () => {
    const { mean } = planted(4, { total: 100, rate: 0.35, spread: 0.25 });
    expect(mean).toBeLessThan(100);
    expect(mean).toBeGreaterThan(75);
  });
});
