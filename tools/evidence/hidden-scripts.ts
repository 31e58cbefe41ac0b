/**
 * Writes the results of a search for covert scripts (`hidden.json` of `osharm attack monitors`) into docs/evidence: for
 * each side task, the best named style and the best script, and how well the best monitor detects them.
 *
 *     osharm attack monitors --monitor keyword --monitor novel-place --monitor rate-of-change --side-task PAIRS.json --out HIDDEN
 *     bin/osharm-node tools/evidence/hidden-scripts.ts HIDDEN
 *     bin/osharm-node tools/evidence/write.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HiddenScripts, hiddenFile } from '../../src/app/library/attack/hide-from-monitors.ts';
import { bestSighting, type ScriptTrial } from '../../src/runs/attack-search/hide-script.ts';
import { saveMeasurement } from './measurements.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the --out of osharm attack monitors.');
const { pairs, monitors, distinctHonestSteps } = JSON.parse(
  readFileSync(join(folder, hiddenFile), 'utf8'),
) as HiddenScripts;

const cells = (trial: ScriptTrial | null): string[] => {
  if (trial === null) return ['none did it', '', ''];
  const best = bestSighting(trial);
  const seen =
    best === null || best.step === null
      ? 'nothing'
      : `${best.monitor} ${best.suspicion.toFixed(2)}, step ${best.step + 1}`;
  return [trial.agent.replace('reference-covert-', ''), seen, (100 * (best?.falseAlarms ?? 1)).toFixed(1)];
};
const queries = pairs.reduce((sum, pair) => sum + pair.queries, 0);
saveMeasurement(
  'hidden-scripts',
  ['side task', 'task', 'style', 'style seen', 'style alarms', 'script', 'script seen', 'script alarms'],
  pairs.map(({ task, goal, named, found }) => [goal, task, ...cells(named), ...cells(found)]),
  {
    command: 'bin/osharm-node tools/evidence/hidden-scripts.ts HIDDEN',
    size: `${pairs.length} side tasks, ${queries} scripts beside the named styles, ${distinctHonestSteps} different steps of honest runs, monitors ${monitors.join(', ')}`,
  },
);
