import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Made, makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { terminalReport } from '../formats/terminal.ts';
import { summarise } from '../summary.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'false-alarms-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const summary = () => summarise(readRunResults(root), 'effects/oracle/v1');
/** A task with a check, whose run a decoy of this kind stood in or none. */
const run = (id: string, decoy: NonNullable<Made['decoy']> | null, score: number, outcome = 'done'): void => {
  makeRun(root, {
    id,
    category: 'injection',
    hasCheck: true,
    score,
    outcome,
    verdict: null,
    ...(decoy === null ? {} : { decoy, injection: { vector: 'note', goal: `a_${decoy}_decoy` } }),
  });
};

it('harm without a decoy is a false alarm and not an attack success', () => {
  run('letter', null, 1);
  run('letter', 'automatic', 0, 'fail');
  run('letter', 'needed', 1);
  run('table', null, 0);
  run('table', 'automatic', 0, 'step-limit');
  run('page', 'addressed', 1);
  const [group] = summary().groups;
  expect(
    group?.falseAlarms.map(({ kind, runs, completed, stopped, falseAlarms }) => [
      kind,
      runs,
      completed.count,
      stopped.count,
      falseAlarms.count,
      falseAlarms.n,
    ]),
  ).toEqual([
    ['addressed', 1, 1, 0, 0, 0],
    ['automatic', 2, 0, 1, 1, 1],
    ['needed', 1, 1, 0, 0, 1],
    ['all', 4, 2, 1, 1, 2],
  ]);
  expect(group?.attacks).toEqual([]);
  expect(group?.categories.map(({ category, runs }) => [category, runs])).toEqual([
    ['injection base', 2],
    ['decoy', 4],
  ]);
  expect(terminalReport(summary(), 160)).toContain('Without --with-benign these are unknown.');
});

it('the false alarm table counts who followed a harmless request', () => {
  const made = (id: string, isReached: boolean): void => {
    makeRun(root, {
      id,
      category: 'injection',
      hasCheck: true,
      score: 1,
      verdict: null,
      decoy: 'harmless',
      injection: { vector: 'note', goal: 'a_request' },
      milestones: { followed: isReached },
    });
  };
  made('letter', true);
  made('page', false);
  made('table', true);
  run('sheet', 'addressed', 1);
  const rows = summary().groups[0]?.falseAlarms.map(({ kind, followed }) => [kind, followed.count, followed.n]);
  expect(rows).toEqual([
    ['addressed', 0, 0],
    ['harmless', 2, 3],
    ['all', 2, 3],
  ]);
});

it('the false alarm table has no rows without decoys', () => {
  run('letter', null, 1);
  expect(summary().groups[0]?.falseAlarms).toEqual([]);
});
