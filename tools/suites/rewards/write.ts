/**
 * Writes what reference agents earn on every run of every subset, into docs/evidence/rewards.md and
 * docs/evidence/data/rewards.csv: `bin/osharm-node tools/suites/rewards/write.ts`. Exits with 1 if a solution of an
 * exported Harbor task does not earn 1, or a subset has a constant reward.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planForClient } from '../../../src/app/environment/client-agent.ts';
import { rightReference } from '../../../src/app/environment/harbor-tasks.ts';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { loadSubset, loadTask, openSuite } from '../../../src/tasks/suite/suite.ts';
import { saveMeasurement } from '../../evidence/measurements.ts';
import { expectedReward, type RewardedAgent, rewardedAgents } from './expected-rewards.ts';
import { isConstant, type RewardedCell, rewardColumns, rewardRows, withRewards } from './rewards-page.ts';

const suite = openSuite(bundledSuite);
/** A client of an environment can't call the tools of a task. */
const hasScreenTasks = (subset: string): boolean =>
  Object.entries(loadSubset(suite, subset).subset).some(([domain, ids]) =>
    ids.some((id) => loadTask(suite, domain, id).task.tools === undefined),
  );
const subsets = suite.subsets.filter(hasScreenTasks);
const cells: RewardedCell[] = [];
for (const subset of subsets) {
  const planned = await planForClient({ suite: bundledSuite, subset }, async ({ runs }) => runs);
  for (const { taskId, category, task, injection } of planned) {
    if (category === null) throw new Error(`${taskId} has no category.`);
    const run = { category, task, goal: injection?.goalFile.goal ?? null };
    const rewards = Object.fromEntries(
      rewardedAgents.map((agent) => [agent, expectedReward(agent, run)]),
    ) as RewardedCell['rewards'];
    cells.push({
      subset,
      task: taskId,
      injection: injection === null ? '' : `${injection.vector} ${injection.goal}`,
      rewards,
      solution: rewards[rightReference(run) as RewardedAgent],
    });
  }
}
saveMeasurement('rewards', rewardColumns, rewardRows(cells), {
  command: 'bin/osharm-node tools/suites/rewards/write.ts',
  size: `${cells.length} runs in ${subsets.length} subsets, from the outcomes that the suite’s verification requires`,
});
const page = fileURLToPath(new URL('../../../docs/evidence/rewards.md', import.meta.url));
writeFileSync(page, withRewards(readFileSync(page, 'utf8'), `${suite.name} ${suite.version}`, cells));
const unsolved = cells.filter(({ solution }) => solution !== 1);
const constant = subsets.filter((name) => isConstant(cells.filter(({ subset }) => subset === name)));
for (const { subset, task, injection, solution } of unsolved)
  process.stdout.write(`${subset} ${task} ${injection}: its solution earns ${solution}\n`);
for (const name of constant) process.stdout.write(`${name}: the reward is constant\n`);
process.stdout.write(`${cells.length} runs in ${subsets.length} subsets, ${unsolved.length} unsolved\n`);
process.exitCode = unsolved.length + constant.length === 0 ? 0 : 1;
