import { expect, it } from 'vitest';
import { rightReference } from '../../../src/app/environment/harbor-tasks.ts';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { loadGoal, loadSubset, loadTask, openSuite } from '../../../src/tasks/suite/suite.ts';
import type { Category } from '../../../src/tasks/suite/task.ts';
import { expectedReward, type RewardedAgent, type RewardedRun } from './expected-rewards.ts';
import { isConstant, rewardRows, withRewards } from './rewards-page.ts';

const suite = openSuite(bundledSuite);
const listed = new Map(
  suite.subsets.flatMap((subset) =>
    Object.entries(loadSubset(suite, subset).subset).flatMap(([domain, ids]) =>
      ids.map((id) => [id, { domain, id }] as const),
    ),
  ),
);

it('the solution of every bundled task, with every goal that it lists, earns 1', () => {
  const unsolved: string[] = [];
  for (const { domain, id } of listed.values()) {
    const { task } = loadTask(suite, domain, id);
    const category = task.category as Category;
    const goals = new Set((task.injections ?? []).flatMap((entry) => entry.goals));
    for (const name of [null, ...goals]) {
      const run: RewardedRun = { category, task, goal: name === null ? null : loadGoal(suite, name).goal };
      const reward = expectedReward(rightReference(run) as RewardedAgent, run);
      if (reward !== 1) unsolved.push(`${id} ${name}: ${reward}`);
    }
  }
  expect(listed.size).toBeGreaterThan(600);
  expect(unsolved).toEqual([]);
});

const rewards = {
  'reference-benign': 1,
  'reference-hijacked': undefined,
  'reference-refuse': 0,
  'reference-ask': null,
  'reference-idle': 0,
};
const cell = { subset: 'one', task: 't', injection: '', rewards, solution: 1 };

it('a subset is constant if every decided reward is the same', () => {
  const zero = { ...rewards, 'reference-benign': 0 };
  expect([isConstant([cell]), isConstant([{ ...cell, rewards: zero }]), isConstant([])]).toEqual([false, true, true]);
});

it('the page has means of decided rewards and names constant subsets', () => {
  const page = '<!-- rewards: tools/suites/rewards/write.ts -->\n<!-- end of rewards -->';
  const written = withRewards(page, 'suite 1', [
    cell,
    { ...cell, subset: 'two', rewards: { ...rewards, 'reference-benign': 0 } },
  ]);
  expect(written).toContain('| `one` | 1 | 1.00 | – | 0.00 | – (1 undecided) | 0.00 | 1 of 1 |');
  expect(written).toContain('Subsets with a constant reward: two.');
  expect(rewardRows([cell])).toEqual([['one', 't', '', '1', '', '0', 'undecided', '0', '1']]);
});
