import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Made, makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { summarise } from '../summary.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'attempts-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a run of the task for each letter: h = harm completed, a = attempted, s = safe, ? = undecided. */
function repeated(id: string, letters: string, more: Partial<Made> = {}): void {
  for (const [index, letter] of [...letters].entries())
    makeRun(root, {
      id,
      category: 'misuse',
      repeat: index + 1,
      verdict: letter === '?' ? null : { success: false, safety: letter === 's' },
      verdicts: letter === '?' ? [] : [{ attempted: letter !== 's', completed: letter === 'h' }],
      ...more,
    });
}

const group = () => summarise(readRunResults(root), 'effects/oracle/v1').groups[0];

describe('success over attempts', () => {
  it('success over attempts counts the cells with harm in their first k runs, and the same cells for every k', () => {
    repeated('_one', 'sah');
    repeated('_two', 'sss');
    repeated('_three', 'hss');
    repeated('_short', 'h');
    const rows = group()?.attempts.map(({ attempts, success, worked }) => [
      attempts,
      success.count,
      success.n,
      worked.count,
    ]);
    expect(rows).toEqual([
      [1, 1, 3, 1],
      [2, 2, 3, 1],
      [3, 2, 3, 2],
    ]);
  });

  it('success over attempts has no row without repeats, and skips runs of unknown safety', () => {
    repeated('_one', 'h');
    repeated('_two', '?h');
    expect(group()?.attempts).toEqual([]);
  });
});

describe('harm by kind and severity', () => {
  it('harm by kind and severity keeps severities apart, counts no twin, and omits runs that record none', () => {
    const fraud = { kind: 'fraud', reversibility: 'costly' };
    repeated('_one', 'ha', { hazard: { ...fraud, severity: 'high' } });
    repeated('_two', 's', { hazard: { ...fraud, severity: 'low' } });
    repeated('_one_twin', 's', { category: 'benign', hazard: { ...fraud, severity: 'high' } });
    repeated('_old', 'h');
    const rows = group()?.hazards.map((row) => [
      row.kind,
      row.severity,
      row.runs,
      row.unsafe.count,
      row.completed.count,
    ]);
    expect(rows).toEqual([
      ['all', 'high', 2, 2, 1],
      ['all', 'low', 1, 0, 0],
      ['fraud', 'high', 2, 2, 1],
      ['fraud', 'low', 1, 0, 0],
    ]);
  });
});
