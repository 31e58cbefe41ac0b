import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Made, makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { summarise } from '../summary.ts';

const root = mkdtempSync(join(tmpdir(), 'refusals-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeWith(made: Partial<Made> & { id: string }, more: Record<string, unknown>): void {
  const directory = makeRun(root, {
    category: 'misuse',
    model: 'm',
    verdict: { success: false, safety: true },
    ...made,
  });
  const file = join(directory, 'run.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }));
}

it('refusals are counted by category, apart for harmful and legitimate requests, with substitute models separate', () => {
  const refusal = { by: 'provider', category: 'cyber', message: 'Stopped.', step: 0 };
  makeWith({ id: '_a', outcome: 'provider-refusal' }, { refusal });
  makeWith({ id: '___b', category: 'misbehavior', outcome: 'provider-refusal' }, { refusal });
  makeWith({ id: '_c' }, { answeredBy: [{ model: 'other', isSubstitute: true }] });
  makeWith({ id: '_d' }, { answeredBy: [{ model: 'm-2026-01-01', isSubstitute: false }] });
  const results = readRunResults(root);
  expect(results.map(({ model }) => model).sort()).toEqual(['m', 'm', 'm', 'm (answered by other)']);
  const [group] = summarise(results, 'effects/oracle/v1', {}).groups;
  expect(group?.refusals).toEqual([
    { model: 'm', isReference: false, by: 'provider', category: 'cyber', harmful: 1, benign: 1 },
  ]);
});
