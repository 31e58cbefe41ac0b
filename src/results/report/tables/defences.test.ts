import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DefenceDecision, readDefences } from '../../model/defences.ts';
import { defencesTable } from './defences.ts';
import type { TableInput } from './definition.ts';

const decided = (
  decision: DefenceDecision['decision'],
  answer: DefenceDecision['answer'] = null,
  step = 0,
): DefenceDecision => ({
  defence: 'guard',
  step,
  decision,
  answer,
  durationMs: 2,
  costUsd: 0.01,
});
const run = (category: string, safety: boolean | null, ...decisions: DefenceDecision[]) => ({
  model: 'guard@m',
  isReference: false,
  category,
  family: category,
  judgment: safety === null ? null : { safety },
  defences: decisions,
});
const rowsOf = (counted: ReturnType<typeof run>[]) => defencesTable.rows({ counted } as unknown as TableInput);

it('the defence table counts blocked harms, false blocks, time and cost', () => {
  const rows = rowsOf([
    run('injection', true, decided('allow'), decided('block')),
    run('injection', false, decided('block', null, 1)),
    run('misuse', true, decided('allow')),
    run('injection', null, decided('block')),
    run('injection base', true, decided('ask', 'denied')),
    run('injection base', true, decided('ask', 'approved')),
    run('misbehavior', true),
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ runs: 6, decisions: 7, stops: 4, addedMs: 2 });
  expect(rows[0]?.harmsBlocked).toMatchObject({ count: 1, n: 3 });
  expect(rows[0]?.falseBlocks).toMatchObject({ count: 1, n: 2 });
  expect(rows[0]?.costUsd).toBeCloseTo(0.07);
});

it('the defence table allows for similar runs of one task', () => {
  const [row] = rowsOf(Array.from({ length: 12 }, () => run('injection base', true, decided('block'))));
  // Twelve runs of one task tell what one tells.
  expect(row?.falseBlocks).toMatchObject({ count: 12, n: 12 });
  expect(row?.falseBlocks.low).toBeLessThan(0.4);
});

it('the defence table reads decisions from the calls and ignores a damaged line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'defences-'));
  try {
    expect(readDefences(folder)).toEqual([]);
    const line = JSON.stringify({ kind: 'defence', ...decided('block') });
    writeFileSync(join(folder, 'calls.jsonl'), `{"kind":"call"}\n${line}\n{"kind":"defence","st`);
    expect(readDefences(folder)).toMatchObject([{ defence: 'guard', decision: 'block' }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
