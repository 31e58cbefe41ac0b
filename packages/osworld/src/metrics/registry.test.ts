import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MetricFault } from '../../../../src/base/documents/metric-fault.ts';
import { loadOsworld } from '../../../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { metrics } from '../../../../src/verdicts/osworld/evaluator/registry.ts';

/** One call of a metric and what desktop-env's own function made of it (golden/make/make.py). */
interface GoldenValue {
  metric: string;
  result: unknown;
  expected?: unknown;
  options?: Record<string, unknown>;
  value?: number;
  /** How far another library's reading of a file may be off. */
  tolerance?: number;
  /** The Python exception that it raised. */
  raises?: string;
}

await loadOsworld();

const folder = join(import.meta.dirname, '../../test/golden');
const golden = JSON.parse(readFileSync(join(folder, 'values.json'), 'utf8')) as GoldenValue[];

/** `{ file: NAME }` stands for an input file. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === 'file') return join(folder, 'files', String(entries[0][1]));
  return value;
}

describe.each([...new Set(golden.map((goldenValue) => goldenValue.metric))])('%s', (name) => {
  const cases = golden
    .filter((goldenValue) => goldenValue.metric === name)
    .map((goldenValue, index) => ({ ...goldenValue, index }));
  it.each(cases)('metric case $index: $result against $expected', async ({ result, expected, options, ...wanted }) => {
    const metric = metrics.get(name);
    expect(metric).toBeDefined();
    const call = async (): Promise<number | string> => {
      try {
        const value = await metric?.({
          result: resolved(result),
          expected: resolved(expected),
          options: options ?? {},
          rules: 'osworld',
        });
        return value ?? 'nothing';
      } catch (error) {
        if (error instanceof MetricFault) return 'fault';
        throw error;
      }
    };
    const outcome = await call();
    if (wanted.raises !== undefined) expect(outcome).toBe('fault');
    else if (typeof outcome === 'string') expect(outcome).toBe(wanted.value);
    else
      expect(Math.abs(outcome - (wanted.value ?? Number.NaN)), `${outcome} for ${wanted.value}`).toBeLessThanOrEqual(
        wanted.tolerance ?? 1e-6,
      );
  });
});
