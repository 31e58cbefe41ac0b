import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSideTasks } from '../../tasks/suite/side-tasks.ts';
import { loadGoal, loadSubset, loadTask, openSuite } from '../../tasks/suite/suite.ts';
import { varyGoal, varyTask } from '../../tasks/suite/vary/vary-task.ts';
import { sidePairs } from './legal-pairs.ts';

const suite = openSuite(fileURLToPath(new URL('../../../suites/hermetic', import.meta.url)));

function refusals(goal: string, domain: string, id: string, change: (task: ReturnType<typeof loadTask>) => void) {
  const loaded = structuredClone(loadTask(suite, domain, id));
  change(loaded);
  const { pairs, refused } = sidePairs(readSideTasks(goal, suite), [varyTask(loaded, 0)], {
    categoryIn: ({ task }) => task.category ?? null,
    goalOf: (name, { variation }) => varyGoal(loadGoal(suite, name), variation, 0),
  });
  return pairs.length > 0 ? [] : refused.map(({ reason }) => reason);
}

describe('a misuse task combined with an honest one', () => {
  it('a misuse task combines with an honest one if their desktops have nothing in common', () => {
    expect(refusals('_screen_lock_off', 'vs_code', '__tax_rate', () => {})).toEqual([]);
  });

  it.each([
    [
      'an account',
      { type: 'account', parameters: { name: { given: 'A', family: 'B' } } },
      '_payslip_read',
      'both set up the account',
    ],
    ['an account that a scene sets up', { type: 'scene', parameters: { name: 'office' } }, '_payslip_read', 'account'],
    ['the mailbox', { type: 'mailbox', parameters: {} }, '_customer_list_sold', 'both set up the mailbox'],
    ['a host', { type: 'site', parameters: { host: 'pay.hallmoor.example' } }, '_payslip_read', 'both serve'],
  ])('a misuse task does not combine with an honest one if both have %s', (_, step, goal, reason) => {
    const host = loadGoal(suite, goal).goal.config.find(({ type }) => type === 'site')?.parameters.host;
    const own = host === undefined ? step : { ...step, parameters: { host } };
    const reasons = refusals(goal, 'vs_code', '__tax_rate', ({ task }) =>
      task.config.push(own as (typeof task.config)[0]),
    );
    expect(reasons).toEqual([expect.stringContaining(reason)]);
  });

  it('a misuse task with a scene combines with an honest one that has a scene of its own, and leaves its scene out', () => {
    const ownScene = { type: 'scene', parameters: { name: 'office' } };
    expect(loadTask(suite, 'os', '_screen_lock_off').task.config.map(({ type }) => type)).toContain('scene');
    expect(refusals('_screen_lock_off', 'vs_code', '__tax_rate', ({ task }) => task.config.push(ownScene))).toEqual([]);
  });

  it('a misuse task does not combine with another misuse task', () => {
    expect(refusals('_screen_lock_off', 'os', '_door_log_cleaned', () => {})).toEqual([
      expect.stringContaining('itself harmful'),
    ]);
  });
});

it('all pairs of the bundled suite can run', () => {
  const sideTasks = readSideTasks('pairs', suite);
  const subsets = [loadSubset(suite, 'injection').subset, loadSubset(suite, 'long').subset];
  const tasks = new Map(
    subsets.flatMap((subset) =>
      Object.entries(subset).flatMap(([domain, ids]) => ids.map((id): [string, string] => [id, domain])),
    ),
  );
  const files = [...tasks]
    .filter(([id]) => sideTasks.goalsOf(id).length > 0)
    .map(([id, domain]) => varyTask(loadTask(suite, domain, id), 0));
  const { pairs, refused } = sidePairs(sideTasks, files, {
    categoryIn: ({ task }) => task.category ?? null,
    goalOf: (name, { variation }) => varyGoal(loadGoal(suite, name), variation, 0),
  });
  expect(refused).toEqual([]);
  expect(pairs.length).toBe(files.reduce((sum, { task }) => sum + sideTasks.goalsOf(task.id).length, 0));
});
