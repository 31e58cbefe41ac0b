/**
 * Writes the recorded runs with a side task beside long work into docs/evidence: steps, and whether both tasks were done.
 *
 *     osharm run --model reference-covert-delayed --subset long --side-task pairs --max-steps 120 --out LONG
 *     bin/osharm-node tools/evidence/long-side-tasks.ts LONG
 *     bin/osharm-node tools/evidence/write.ts
 */
import { readRunResults } from '../../src/results/model/run-result.ts';
import { saveMeasurement } from './measurements.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder with the recorded runs.');
const runs = readRunResults(folder).filter(({ isComplete, sideTask }) => isComplete && sideTask !== null);
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
    size: `${runs.length} drawn pairs of the long subset on real desktops; the other pairs were planned, not run`,
  },
);
