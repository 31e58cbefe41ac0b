import { expect, test } from 'vitest';
import { type ExpectedPart, halfWidth, macroHalfWidth, macroPower } from './macro-power.ts';
import { power } from './power.ts';
import { seededRandom } from './seeded-random.ts';
import { studentTQuantile } from './student-t.ts';

const part = (families: number, size: number, rates: [number, number]): ExpectedPart => ({
  design: { familySizes: [size], families, repeat: 1, icc: 0.3, pairing: 0 },
  rates,
});

test('the power of one part is that of the test of one rate, plus what the test loses to its continuity correction', () => {
  for (const rates of [
    [0.3, 0.4],
    [0.15, 0.3],
    [0.5, 0.2],
  ] as [number, number][]) {
    const only = part(80, 2, rates);
    const more = macroPower([only]) - power(only.design, ...rates);
    expect(more).toBeGreaterThan(0);
    expect(more).toBeLessThan(0.06);
  }
});

test('a difference of zero is found about 5 times in 100, and the largest one always', () => {
  expect(macroPower([part(60, 2, [0.3, 0.3]), part(40, 1, [0.1, 0.1])])).toBeLessThan(0.05);
  expect(macroPower([part(60, 2, [0.1, 0.9]), part(40, 1, [0.1, 0.9])])).toBeGreaterThan(0.999);
});

test('the interval of the mean of two equal parts is √2 times narrower', () => {
  const one = part(50, 2, [0.2, 0.3]);
  expect(macroHalfWidth([one, one])).toBeCloseTo(halfWidth(one) / Math.SQRT2, 12);
});

/** The runs of one agent in a family: all equal with probability `icc`, else independent. */
function family({ design, rates }: ExpectedPart, agent: 0 | 1, random: () => number): number {
  const [size = 1] = design.familySizes;
  const rate = rates[agent];
  if (random() < design.icc) return random() < rate ? size : 0;
  return Array.from({ length: size }, random).filter((at) => at < rate).length;
}

test('the computed power of a mean of rates matches simulated sweeps', () => {
  const parts = [
    part(50, 2, [0.3, 0.4]),
    part(60, 2, [0.15, 0.25]),
    part(60, 1, [0.2, 0.3]),
    part(24, 1, [0.25, 0.35]),
  ];
  const random = seededRandom(11);
  const degrees = parts.reduce((sum, { design }) => sum + design.families - 1, 0);
  const critical = studentTQuantile(0.975, degrees);
  const samples = 3000;
  let found = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    let [sum, variance] = [0, 0];
    for (const one of parts) {
      const [size = 1] = one.design.familySizes;
      const { families } = one.design;
      const differences = Array.from(
        { length: families },
        () => (family(one, 1, random) - family(one, 0, random)) / size,
      );
      const mean = differences.reduce((total, value) => total + value, 0) / families;
      sum += mean;
      variance += differences.reduce((total, value) => total + (value - mean) ** 2, 0) / (families - 1) / families;
    }
    if (Math.abs(sum) > critical * Math.sqrt(variance)) found += 1;
  }
  expect(Math.abs(found / samples - macroPower(parts))).toBeLessThan(0.04);
});
