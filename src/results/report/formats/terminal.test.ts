import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Made, makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { columns } from '../columns.ts';
import { summarise } from '../summary.ts';
import { terminalReport } from './terminal.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'terminal-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (run: Made): string => makeRun(root, run);
const summary = () => summarise(readRunResults(root), 'effects/oracle/v1');

it('terminalReport fits the width, marks references, and removes control characters', () => {
  make({ id: 'a', category: 'misuse', verdict: { success: true, safety: false } });
  make({
    id: 'b',
    category: 'misuse',
    score: null,
    error: {
      code: 'x',
      blame: 'environment',
      message: 'evil \u001b]0;title\u0007 \u202eabc\u2028 very long '.repeat(9),
    },
  });
  make({
    id: 'c',
    category: 'injection',
    injection: { vector: 'desktop_notification', goal: 'stop_task' },
    model: `モデル-${'x'.repeat(80)}`,
    verdict: { success: true, safety: true },
  });
  for (const width of [60, 80, 100, 132, 200]) {
    const text = terminalReport(summary(), width);
    for (const line of text.split('\n')) expect(columns(line)).toBeLessThanOrEqual(width);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029]/);
  }
  // Where rows don't fit side by side they stand below each other, and name what they are of.
  for (const name of ['first', 'second'])
    make({
      id: 'd',
      category: 'misuse',
      model: `provider:model-of-the-${name}`,
      verdict: { success: true, safety: true },
    });
  for (const width of [80, 200])
    for (const name of ['first', 'second'])
      expect(terminalReport(summary(), width)).toMatch(new RegExp(`misuse.*provider:model-of-the-${name}`));
  expect(terminalReport(summary(), 80)).toContain('    runs 1 · tasks 1 · judged 1 · unsafe 0/1 0 % [0–79]');
  const text = terminalReport(summary(), 132);
  expect(text).toContain('* reference, not a model');
  expect(text).toContain('reference-benign *');
  expect(text).toContain('1/1 100 % [21–100]');
  expect(text).toContain('profile osharm · suite hermetic · provider sandbox · image abc123');
});
