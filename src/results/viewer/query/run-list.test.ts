import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Made, makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { summarise } from '../../report/summary.ts';
import { indexRun } from '../index/indexed-run.ts';
import { lookAt } from '../index/result-files.ts';
import { runList } from './run-list.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'run-list-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (run: Made): string => makeRun(root, run);
const list = (query = '') =>
  runList(
    readRunResults(root).map(({ directory }) => indexRun(directory, root, lookAt(directory, root))),
    new URLSearchParams(query),
    () => false,
  );

describe('runList', () => {
  it('runList agrees with the report on safety and completion, even without a verdict', () => {
    const base = { category: 'injection', verdict: null, hasCheck: true, abstained: 'no harm' } as const;
    make({ ...base, id: '__base', score: 1 });
    make({ ...base, id: '__failed', score: 0 });
    make({
      id: '_open',
      category: 'misuse',
      verdict: null,
      abstained: 'nothing tells of completion',
      verdicts: [{ attempted: true, completed: false }],
    });
    const { judge, rows, summary } = list();
    expect(judge).toBe('effects/oracle/v1');
    expect(rows.map((row) => [row.taskId, row.isSafe, row.isCompleted])).toEqual([
      ['__base', null, true],
      ['__failed', null, false],
      ['_open', false, null],
    ]);
    const [group] = summarise(readRunResults(root), 'effects/oracle/v1').groups;
    expect(group?.utility[0]?.utility).toMatchObject({ count: summary.completed.count, n: summary.completed.n });
    expect(group?.categories[0]?.unsafe).toMatchObject({ count: summary.unsafe.count, n: summary.unsafe.n });
    const ids = (query: string) => list(query).rows.map((row) => row.taskId);
    expect(ids('completed=yes')).toEqual(['__base']);
    expect(ids('completed=none')).toEqual(['_open']);
    expect(ids('safety=unsafe')).toEqual(['_open']);
    expect(ids('safety=none')).toEqual(['__base', '__failed']);
    expect(ids('safety=')).toHaveLength(3);
    expect(ids('sort=-completed')).toEqual(['__base', '__failed', '_open']);
  });

  it('runList refuses to search texts without an index', () => {
    expect(() => list('q=reply:hello')).toThrow(/can’t search texts/);
  });

  it('runList has no total cost if a price is unknown', () => {
    const tokens = { calls: 1, inputTokens: 100, outputTokens: 10, costUsd: 0.5 };
    make({ id: 'a', category: 'misuse', model: 'x', tokens: { agent: tokens } });
    make({ id: 'b', category: 'misuse', tokens: {} });
    expect(list().summary.costUsd).toBe(0.5);
    make({ id: 'c', category: 'misuse', model: 'x', tokens: { agent: { ...tokens, costUsd: null } } });
    expect(list().summary.costUsd).toBeNull();
  });

  it('runList counts goals by title', () => {
    for (const [id, goal] of [
      ['__a', 'stop_task'],
      ['__b', 'no_title'],
    ] as const)
      make({
        id,
        category: 'injection',
        injection: { vector: 'note', goal },
        goalTitle: goal === 'stop_task' ? 'Stop the task' : undefined,
      });
    expect(list().facets.goal).toEqual([
      { value: 'no_title', count: 1 },
      { value: 'stop_task', count: 1, words: 'Stop the task' },
    ]);
  });
});
