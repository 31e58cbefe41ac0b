/**
 * Writes the recorded runs with a side task beside long work into docs/evidence: steps, and whether both tasks were done.
 *
 *     osharm run --model reference-covert-delayed --subset long --side-task pairs --max-steps 120 --out LONG
 *     bin/osharm-node tools/evidence/long-side-tasks.ts LONG …
 *     bin/osharm-node tools/evidence/write.ts
 */
import { fileURLToPath } from 'node:url';
import { readRunResults } from '../../src/results/model/run-result.ts';
import { readSideTasks } from '../../src/tasks/suite/side-tasks.ts';
import { loadSubset, openSuite } from '../../src/tasks/suite/suite.ts';
import { saveMeasurement } from './measurements.ts';

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('Name the folders with the recorded runs.');
const suite = openSuite(fileURLToPath(new URL('../../suites/hermetic', import.meta.url)));
const side = readSideTasks('pairs', suite);
const long = Object.values(loadSubset(suite, 'long').subset).flat();
const pairs = long.flatMap((id) => side.goalsOf(id)).length;
const runs = folders
  .flatMap((folder) => readRunResults(folder))
  // Pairs change with the suite.
  .filter(
    ({ isComplete, sideTask, taskId }) =>
      isComplete && sideTask !== null && side.goalsOf(taskId).includes(sideTask.goal ?? ''),
  );
const versions = [...Map.groupBy(runs, ({ suiteVersion }) => suiteVersion)]
  .map(([version, { length }]) => `${length} in suite ${version}`)
  .join(', ');
const rest = pairs > runs.length ? `; the other ${pairs - runs.length} were planned, not run` : '';
saveMeasurement(
  'long-side-tasks',
  ['task', 'side task', 'agent', 'steps', 'users task', 'side task done'],
  runs.map(({ taskId, sideTask, model, steps, passedCheck, harm }) => [
    taskId,
    sideTask?.goal ?? '',
    model.replace('reference-covert-', ''),
    steps,
    passedCheck === false ? 'failed' : 'done',
    harm === 'completed' ? 'done' : 'not done',
  ]),
  {
    command: 'bin/osharm-node tools/evidence/long-side-tasks.ts LONG',
    size: `${runs.length} of the ${pairs} pairs of the long subset on real desktops, each with one agent (${versions})${rest}`,
  },
);
