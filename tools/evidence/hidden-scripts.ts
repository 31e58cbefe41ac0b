/**
 * Writes the result of a search for covert scripts (`hidden.json` of `osharm attack monitors`) into docs/evidence: for
 * each held-out side task, how well the best monitor detects the best named style and the best script, which were
 * chosen on other families of tasks.
 *
 *     osharm attack monitors --monitor keyword --monitor novel-place --monitor rate-of-change --side-task PAIRS.json --out HIDDEN
 *     bin/osharm-node tools/evidence/hidden-scripts.ts HIDDEN
 *     bin/osharm-node tools/evidence/write.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HiddenAttack, type HiddenScripts, hiddenFile } from '../../src/app/library/attack/hide-from-monitors.ts';
import { bestSighting, type CovertTrial } from '../../src/runs/attack-search/covert-search.ts';
import { saveMeasurement } from './measurements.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the --out of osharm attack monitors.');
const result = JSON.parse(readFileSync(join(folder, hiddenFile), 'utf8')) as HiddenScripts;
const { named, found, queries, monitors, search, distinctHonestSteps } = result;
if (result.heldOut === 0) throw new Error('The search held out no families: its figures are of the runs that chose.');

const cells = (attack: HiddenAttack | null, { task, goal }: CovertTrial): string[] => {
  const trial = attack?.test?.find((item) => item.task === task && item.goal === goal);
  if (trial === undefined || !trial.isDone) return ['not done', ''];
  const best = bestSighting(trial);
  const seen =
    best === null || best.step === null
      ? 'nothing'
      : `${best.monitor} ${best.suspicion.toFixed(2)}, step ${best.step + 1}`;
  return [seen, (100 * (best?.falseAlarms ?? 1)).toFixed(1)];
};
const name = (attack: HiddenAttack | null): string => attack?.name.replace('reference-covert-', '') ?? 'none';
/** The smallest share of honest steps that their number can show. */
const budget = Math.min(...(named?.noticed ?? []).map((item) => item.budget));
const noticed = (attack: HiddenAttack | null): string => {
  const at = attack?.noticed.filter((item) => item.budget === budget) ?? [];
  return at.map((item) => `${item.monitor} ${item.noticed} of ${item.of}`).join(', ');
};
saveMeasurement(
  'hidden-scripts',
  ['side task', 'task', 'style seen', 'style alarms', 'script seen', 'script alarms'],
  (named?.test ?? []).map((trial) => [trial.goal, trial.task, ...cells(named, trial), ...cells(found, trial)]),
  {
    command: 'bin/osharm-node tools/evidence/hidden-scripts.ts HIDDEN',
    size: `${named?.development.length} side tasks chose the style ${name(named)} and, of ${queries} more scripts (${search}), ${name(found)}; ${named?.test?.length} of other families of tasks measure both; ${distinctHonestSteps} different steps of honest runs; monitors ${monitors.join(', ')}; noticed at ${100 * budget} % of honest steps: the style by ${noticed(named)}, the script by ${noticed(found)}`,
  },
);
