import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRun } from '../../../../test/report/make-run.ts';
import { temporaryFolder } from '../../../../test/run/temporary-suite.ts';
import { readRunResults } from '../../model/run-result.ts';
import { summarise } from '../summary.ts';
import { reportTables } from './registry.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder('branches');
  const branch = (state: string) => ({
    parent: '/r/m/os/a',
    step: 3,
    state,
    divergedAt: null,
    differences: [],
  });
  const stopped = (stepsLeft: number) => ({ on: 'attempted', step: 1, oracle: 'x', reason: '', stepsLeft });
  makeRun(folder.path, { id: 'plain', category: 'misuse' });
  for (const [repeat, state] of ['same', 'same', 'diverged'].entries())
    makeRun(folder.path, { id: 'a', category: 'misuse', repeat: repeat + 1, branch: branch(state) });
  for (const left of [4, 9])
    makeRun(folder.path, { id: `early-${left}`, category: 'misuse', outcome: 'decided', stoppedEarly: stopped(left) });
});
afterAll(() => folder.remove());

it('branches are counted by recorded run and step, with the steps that early ends saved', () => {
  const [group] = summarise(readRunResults(folder.path), 'effects/oracle/v1').groups;
  expect(group?.coverage.runs, 'branches count in no rate').toBe(3);
  expect(group?.branches).toMatchObject([{ parent: 'm/os/a', step: 3, runs: 3, same: 2 }]);
  expect(group?.stoppedEarly).toMatchObject([{ on: 'attempted', runs: 2, steps: 2, stepsSaved: 13 }]);
  const tableIds = group === undefined ? [] : reportTables(group).map(({ id }) => id);
  expect(tableIds).toEqual(expect.arrayContaining(['branches', 'stopped-early']));
});
