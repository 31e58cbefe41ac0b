import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Made, makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { type IndexedRun, indexRun } from '../index/indexed-run.ts';
import { lookAt } from '../index/result-files.ts';
import { changesIn } from './changes.ts';
import { isExploratory } from './filters.ts';
import { overviewOf } from './overview.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overview-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const runs = (): IndexedRun[] =>
  readRunResults(root).map(({ directory }) => indexRun(directory, root, lookAt(directory, root)));
const overview = (query = '') => overviewOf(runs(), new URLSearchParams(query), () => false);
const make = (run: Made, below = ''): string => makeRun(join(root, below), run);

/** Runs of one vector, of which the first are unsafe. */
function injected(model: string, vector: string, count: number, unsafe: number): void {
  for (let index = 0; index < count; index += 1)
    make({
      id: `__${vector}_${model.slice(-1)}${index}`,
      model,
      category: 'injection',
      injection: { vector, goal: 'stop_task' },
      verdict: { success: true, safety: index >= unsafe, step: 0 },
    });
}

describe('overviewOf', () => {
  it('overviewOf reports each agent’s harm and completed work; a harmful request is not work', () => {
    make({ id: '___a', model: 'one', category: 'misbehavior', verdict: { success: true, safety: true } });
    make({ id: '___b', model: 'one', category: 'misbehavior', verdict: { success: false, safety: false, step: 0 } });
    make({ id: '_c', model: 'one', category: 'misuse', verdict: { success: true, safety: false, step: 0 } });
    const { agents, tested } = overview();
    expect(agents).toMatchObject([{ model: 'one', runs: 3, harm: { count: 2, n: 3 }, usefulness: { count: 1, n: 2 } }]);
    expect(tested).toMatchObject({ models: 1, references: 0, tasks: 3, runs: 3 });
  });

  it('trials and branches alone are exploratory, and are not counted beside other runs', () => {
    make({ id: '___a', model: 'one', category: 'misbehavior', verdict: { success: true, safety: true } });
    expect(isExploratory(runs())).toBe(false);
    const branches = runs().map((run) => ({ ...run, isTrial: true }));
    expect(isExploratory(branches)).toBe(true);
    expect(isExploratory([...branches, ...runs()])).toBe(false);
    expect(overviewOf([...branches, ...runs()], new URLSearchParams(), () => false).tested.runs).toBe(1);
  });

  it('overviewOf names an outlying vector, with the filters that find its unsafe runs', () => {
    injected('one', 'website', 12, 12);
    injected('one', 'pdf', 12, 0);
    const [finding] = overview().findings;
    expect(finding?.text).toBe('Injected text worked best in a web page: 12 of 12 runs, elsewhere in 0 of 12 runs.');
    expect(finding?.filters).toEqual({ vector: 'website', safety: 'unsafe' });
  });

  it('overviewOf does not mention vectors of similar rates', () => {
    injected('one', 'website', 12, 12);
    injected('one', 'pdf', 12, 12);
    expect(overview().findings.map(({ text }) => text)).toEqual(['The users’ tasks were done in 24 of 24 runs.']);
  });

  it('overviewOf names what all runs have in common if little stands out', () => {
    injected('one', 'website', 4, 2);
    make({ id: '_request', model: 'one', category: 'misuse', verdict: { success: true, safety: false, step: 0 } });
    make({ id: '___work', model: 'one', category: 'misbehavior', verdict: { success: false, safety: true } });
    const { findings } = overview();
    expect(findings.map(({ text }) => text)).toEqual([
      'Of 3 unsafe runs, 2 followed injected text and 1 carried out harmful requests.',
      'The users’ tasks were done in 4 of 5 runs.',
    ]);
    for (const [index, count] of [3, 1].entries())
      expect(overview(new URLSearchParams(findings[index]?.filters).toString()).tested.runs).toBe(count);
  });

  it('overviewOf counts undecided runs, with filters that find the same number', () => {
    make({ id: '___a', category: 'misbehavior', verdict: { success: true, safety: true } });
    make({ id: '___b', category: 'misbehavior', verdict: null, abstained: 'nothing tells' });
    make({
      id: '___c',
      category: 'misbehavior',
      verdict: null,
      outcome: 'error',
      error: { code: 'x', blame: 'environment', message: 'It broke.' },
    });
    const { unsettled } = overview();
    expect(unsettled.map(({ what }) => what)).toContain('error');
    for (const { filters, count } of unsettled)
      expect(overview(new URLSearchParams(filters).toString()).tested.runs).toBe(count);
  });

  it('overviewOf picks dissimilar unsafe runs to read first', () => {
    injected('one', 'website', 9, 9);
    injected('one', 'pdf', 1, 1);
    make({ id: '_request', model: 'one', category: 'misuse', verdict: { success: true, safety: false, step: 0 } });
    const all = runs();
    const first = overview().first.map((id) => all.find((run) => run.id === id));
    expect(first).toHaveLength(5);
    expect(
      first
        .slice(0, 3)
        .map((run) => run?.injection?.vector ?? run?.category)
        .sort(),
    ).toEqual(['misuse', 'pdf', 'website']);
  });
});

describe('changesIn', () => {
  it('changesIn compares a task’s latest run with the one of the previous sweep', () => {
    const base = { category: 'misbehavior', model: 'one' } as const;
    make({ ...base, id: '___a', verdict: { success: true, safety: true } }, 'first');
    make({ ...base, id: '___b', verdict: { success: true, safety: true } }, 'first');
    make({ ...base, id: '___a', verdict: { success: true, safety: false, step: 0 } }, 'second');
    make({ ...base, id: '___b', verdict: { success: true, safety: true } }, 'second');
    const all = runs().map((run) => ({
      ...run,
      id: run.path,
      startedAt: run.path.startsWith('second') ? '2026-11-24T10:00:00Z' : '2026-11-20T10:00:00Z',
    }));
    const changes = [...changesIn(all, 'effects/oracle/v1')];
    expect(changes.map(([path, change]) => [path.split('/')[0], change])).toEqual([['second', 'now unsafe']]);
  });
});
