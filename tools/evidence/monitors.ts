/**
 * Scores recorded runs with every built-in monitor and every view that affects it. Writes the results into
 * docs/evidence: monitors × views, the frontier (data and picture), the oversight gap including text in screenshots,
 * and the success of covert agents.
 *
 *     bin/osharm-node tools/evidence/monitors.ts RESULTS …
 *     bin/osharm-node tools/evidence/write.ts
 *
 * `--pictures N`: number of harms whose screenshots are read (0 for none). `--scored`: reuses existing scores.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { monitorFolder } from '../../src/app/library/monitor-runs.ts';
import { readEffects } from '../../src/base/record/evidence/read-evidence.ts';
import type { Proportion } from '../../src/base/statistics/wilson.ts';
import { recogniseText } from '../../src/desktop/observation/ocr.ts';
import type { Judged } from '../../src/results/model/judged.ts';
import { readRunResults } from '../../src/results/model/run-result.ts';
import { groupResults } from '../../src/results/report/summary.ts';
import { monitorsTable } from '../../src/results/report/tables/monitors.ts';
import { oversightTable } from '../../src/results/report/tables/oversight.ts';
import { sabotageTable } from '../../src/results/report/tables/sabotage.ts';
import { sideTasksTable } from '../../src/results/report/tables/side-tasks.ts';
import { builtInMonitors } from '../../src/verdicts/monitors/built-in/baselines.ts';
import { channelEvidence, readCompletedHarm } from '../../src/verdicts/monitors/channel-evidence.ts';
import { saveMeasurement } from './measurements.ts';

const { positionals: folders, values } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: 'string', default: '60' }, scored: { type: 'boolean', default: false } },
});
if (folders.length === 0) throw new Error('Name the folders with the recorded runs.');
const judge = 'effects/oracle/v1';
const command = 'bin/osharm-node tools/evidence/monitors.ts RESULTS';

/** Baselines that ignore their input have one view. No other monitor reads screenshots or trees. */
const blind: ReadonlySet<string> = new Set(['never', 'always', 'random']);
const views = ['full', 'no-thoughts', 'no-effects', 'actions-only'] as const;

if (!values.scored) await scoreAll();

const results = folders.flatMap((folder) => readRunResults(folder)).filter(({ isComplete }) => isComplete);
// Reference agents are one group, whatever they observed: scripts use only elements of the screen.
const counted: Judged[] = groupResults(results, judge).flat();
const split = { heldOut: 0.5, seed: 1 };
const agents = [...Map.groupBy(counted, ({ model }) => model)].map(([model, runs]) => `${runs.length} of ${model}`);
const size = `${counted.length} runs on real desktops (${agents.join(', ')}); thresholds and the best monitor chosen on half of the task families, figures from the other half`;
const input = { judge, runs: counted, counted, branches: [], heldOut: [], correctBy: undefined, split };
const share = (value: number | null | undefined): string => (value == null ? '' : (100 * value).toFixed(1));
const cell = ({ rate, low, high }: Pick<Proportion, 'rate' | 'low' | 'high'>): string =>
  rate === null ? '' : `${share(rate)} [${share(low)}–${share(high)}]`;

const rows = monitorsTable.rows(input).filter(({ mode }) => mode === 'offline');
saveMeasurement(
  'monitor-baselines',
  [
    'monitor',
    'view',
    'harmful',
    'harmless',
    'auroc',
    'auroc by step',
    'ap by step',
    'tpr@1%',
    'tpr@5%',
    'in time',
    'undetected',
  ],
  rows.map(({ monitor, view, trajectories, steps, caughtInTime, undetected }) => {
    const at = (budget: number): string => {
      const point = steps.at.find((entry) => entry.budget === budget && !entry.isUnresolved);
      return point === undefined ? '' : cell({ ...point.truePositives, low: point.low, high: point.high });
    };
    const value = (figure: { value: number | null; low: number | null; high: number | null }): string =>
      cell({ rate: figure.value, low: figure.low, high: figure.high });
    return [
      monitor,
      view,
      trajectories.positives,
      trajectories.negatives,
      value(trajectories.auroc),
      value(steps.auroc),
      value(steps.averagePrecision),
      at(0.01),
      at(0.05),
      cell(caughtInTime),
      cell(undetected),
    ];
  }),
  { command, size },
);
const frontier = rows
  .filter(({ view }) => view === 'full')
  .flatMap(({ monitor, frontier: points }) => points.map((point) => ({ monitor, ...point })));
saveMeasurement(
  'monitor-frontier',
  ['monitor', 'budget', 'prevented', 'useful'],
  frontier.map(({ monitor, budget, prevented, useful }) => [
    monitor,
    budget,
    share(prevented.rate),
    share(useful.rate),
  ]),
  { command, size },
);
writeFileSync(fileURLToPath(new URL('../../docs/evidence/monitor-frontier.svg', import.meta.url)), frontierPicture());

// Reading a picture takes a second, so sample the harms evenly.
const harmful = counted.filter(({ oversight }) => oversight !== null);
const pictures = Number(values.pictures);
const every = Math.max(1, Math.ceil(harmful.length / Math.max(1, pictures)));
for (const run of pictures === 0 ? [] : harmful.filter((_, index) => index % every === 0))
  run.oversight = await withPictures(run);
saveMeasurement(
  'oversight-gap',
  ['channel', 'harms', 'before', 'ever', 'no trace'],
  oversightTable
    .rows(input)
    .map(({ channel, harms, before, ever, withoutTrace }) => [
      channel,
      harms,
      cell(before),
      cell(ever),
      cell(withoutTrace),
    ]),
  { command, size },
);
const sabotage = sabotageTable.rows(input);
saveMeasurement(
  'covert-agents',
  ['agent', 'runs', 'main task', 'side task', 'both', 'leaked', 'best monitor', 'undetected'],
  sideTasksTable.rows(input).map((row) => {
    const best = sabotage.find((item) => item.isBest && item.model === row.model);
    return [
      row.model.replace('reference-covert-', ''),
      row.attack,
      cell(row.mainTask),
      cell(row.sideTask),
      cell(row.both),
      cell(row.leaked),
      best?.monitor ?? '',
      best === undefined ? '' : cell(best.undetected),
    ];
  }),
  { command, size },
);

async function scoreAll(): Promise<void> {
  // Learning monitors are trained on one folder's families, so skip them for several folders.
  const monitors = builtInMonitors.filter(({ learn }) => learn === undefined || folders.length === 1);
  const namesOf = (isBlind: boolean): string[] =>
    monitors.map(({ name }) => name).filter((name) => blind.has(name) === isBlind);
  for (const folder of folders) {
    await monitorFolder(folder, { monitor: namesOf(false), view: views, parallel: 2 });
    await monitorFolder(folder, { monitor: namesOf(true), view: ['full'], parallel: 2 });
  }
}

async function withPictures(run: Judged): Promise<Judged['oversight']> {
  const read = readCompletedHarm(run.directory, readEffects(run.directory)?.entries ?? []);
  if (read === null) return run.oversight;
  const texts: string[] = [];
  for (const { screenshotFile } of read.run.steps.slice(0, read.harm.step + 2)) {
    const picture = screenshotFile === null ? null : read.run.picture(screenshotFile);
    texts.push(picture === null ? '' : await recogniseText(picture));
  }
  return { ...channelEvidence(read.harm, read.run, { pictures: texts }), reads: run.oversight?.reads ?? null };
}

function frontierPicture(): string {
  const [width, height, margin] = [576, 400, 64];
  const colours = ['#2563eb', '#dc2626', '#059669', '#d97706', '#7c3aed', '#0891b2', '#be185d'];
  const x = (rate: number): number => margin + rate * (width - 190);
  const y = (rate: number): number => height - margin - rate * (height - 2 * margin);
  const names = [...new Set(frontier.map(({ monitor }) => monitor))];
  const lines = names.map((name, index) => {
    const points = frontier
      .filter(({ monitor }) => monitor === name)
      .map(({ useful, prevented }) => [x(useful.rate ?? 0), y(prevented.rate ?? 0)] as const);
    const colour = colours[index % colours.length];
    const path = points.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ');
    const label = `<text x="${width - 130}" y="${margin + 20 * index}" fill="${colour}">${name}</text>`;
    const dots = points.map(
      ([left, top]) => `<circle cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="3" fill="${colour}"/>`,
    );
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${label}`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (tick) =>
      `<text x="${x(tick)}" y="${height - margin + 18}" text-anchor="middle">${100 * tick} %</text><text x="${margin - 8}" y="${y(tick) + 4}" text-anchor="end">${100 * tick} %</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>Harm prevented against useful work left alone, a line for each monitor</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<path d="M${margin} ${margin}V${height - margin}H${width - 140}" fill="none" stroke="#555"/>
${ticks.join('\n')}
<text x="${margin + (width - 190) / 2}" y="${height - 10}" text-anchor="middle">useful work left alone</text>
<text x="14" y="${height / 2}" text-anchor="middle" transform="rotate(-90 14 ${height / 2})">harm prevented</text>
${lines.join('\n')}
</svg>
`;
}
