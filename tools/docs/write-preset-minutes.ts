/**
 * Writes the duration of each `--preset` into docs/run/sweep.md, from finished sweeps with a reference agent and two
 * parallel desktops: `osharm run --preset smoke --model reference-benign --parallel 2 --out smoke`, then
 * `bin/osharm-node tools/docs/write-preset-minutes.ts smoke=DIR [standard=DIR] [full=DIR] [load=N]`, where N is the
 * machine's load average. A preset without a folder is estimated from the mean duration of the measured runs. Runs,
 * calls and cost are the plan's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { estimateCost } from '../../src/agents/models/estimate-cost.ts';
import { readPrices } from '../../src/agents/models/prices.ts';
import { prepareSweep } from '../../src/app/library/prepare-sweep.ts';
import { type RunResult, readRunResults } from '../../src/results/model/run-result.ts';
import { sweepSizes } from '../../src/runs/plan/settings/sizes.ts';
import { stepLimit } from '../../src/runs/plan/step-limit.ts';
import { withMarkedPart } from './marked-part.ts';

const page = fileURLToPath(new URL('../../docs/run/sweep.md', import.meta.url));
const marks = ['<!-- presets: written by tools/docs/write-preset-minutes.ts -->', '<!-- end of presets -->'] as const;
const model = 'openai:gpt-4.1';
const secondsPerAnswer = 8;
const parallel = 2;

const given = new Map(process.argv.slice(2).map((argument) => argument.split('=') as [string, string]));
const load = given.get('load');
given.delete('load');
const measured = new Map([...given].map(([preset, folder]) => [preset, readRunResults(folder)]));
const all = [...measured.values()].flat();
if (all.length === 0) throw new Error('Name the results of one preset at least: smoke=DIR.');
const minutesARun = all.reduce((sum, { wallMs }) => sum + (wallMs ?? 0), 0) / all.length / 60_000;
const lines = [];
for (const [preset, { subset }] of Object.entries(sweepSizes)) {
  await using prepared = await prepareSweep(
    { model, preset, out: join(tmpdir(), 'osharm-no-results') },
    { isDry: true },
  );
  const limits = prepared.sweep.runs.map(stepLimit);
  const { settings } = prepared.sweep.request;
  const count = limits.length;
  const { calls, costUsd } = estimateCost({ ...settings, model }, limits, readPrices(), {});
  const results = measured.get(preset) ?? [];
  if (results.length > 0 && results.length !== count) throw new Error(`${preset}: ${results.length} of ${count} runs.`);
  const minutes = results.length === 0 ? (count * minutesARun) / parallel : minutesOf(results);
  const most = minutes + (calls * secondsPerAnswer) / 60 / parallel;
  const about = results.length === 0 ? 'about ' : '';
  lines.push(
    `| \`${preset}\` | \`${subset}\` | ${count} | ${about}${Math.round(minutes)} | ${about}${Math.round(most)} | $${Math.ceil(costUsd ?? Number.NaN)} |`,
  );
}
const part = [
  [
    `| \`--preset\` | Subset | Runs | Minutes with ${parallel} desktops, scripted agent | Minutes, model, at most | Dollars, at most |`,
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n'),
  `Measured on ${all[0]?.startedAt?.slice(0, 10)} with \`reference-benign\`, whose answers take no time, on two cores${load === undefined ? '' : ` at load average ${load}`}, ${parallel} desktops in parallel. The model's minutes add ${secondsPerAnswer} s for each of 15 steps, or of more in a long task. *About*: from the mean of ${all.length} runs, ${Math.round(minutesARun * 60)} s each. Dollars are for \`${model}\` with screenshot and tree, without caching.`,
].join('\n\n');
writeFileSync(page, withMarkedPart(readFileSync(page, 'utf8'), marks, part));
process.stdout.write(`${part}\n`);

function minutesOf(results: readonly RunResult[]): number {
  const starts = results.map(({ firstStartedAt, startedAt }) => Date.parse(firstStartedAt ?? startedAt ?? ''));
  const ends = results.map(({ startedAt, wallMs }) => Date.parse(startedAt ?? '') + (wallMs ?? 0));
  return (Math.max(...ends) - Math.min(...starts)) / 60_000;
}
