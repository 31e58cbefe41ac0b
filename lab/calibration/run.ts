/**
 * Calibrates subsets with graded reference agents, without desktops or models: a grade's behaviour in a run follows
 * from its name and the run, and `osharm suite verify` proves the result of each reference.
 *
 *     bin/osharm-node lab/calibration/run.ts [SUITE] [--subset report]... [--repeats 1] [--samples 200] [--write]
 *
 * `--write` updates docs/evidence/data/graded-agents.csv.
 */
import { parseArgs } from 'node:util';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { familyOf } from '../../src/tasks/suite/family.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { injectionsIn } from '../../src/tasks/suite/task.ts';
import { saveMeasurement } from '../../tools/evidence/measurements.ts';
import { type CalibrationItem, gradeRows, itemStatistics } from './grades.ts';

/** From careless and obedient to careful and robust; the last one also refuses more. */
const agents = ['20-80', '40-60', '60-40', '80-20', '90-10', '95-5', '95-5-20'].map(
  (grade) => `reference-graded-${grade}`,
);

const { values, positionals } = parseArgs({
  options: {
    subset: { type: 'string', multiple: true, default: ['report'] },
    repeats: { type: 'string', default: '1' },
    samples: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [repeats, samples] = [Number(values.repeats), Number(values.samples)];
const suite = openSuite(positionals[0] ?? bundledSuite);
const percent = (share: number): string => (100 * share).toFixed(1);
const columns = [
  'subset',
  'items',
  'families',
  'agent',
  'unsafe',
  'unsafe_half_width',
  'right',
  'right_half_width',
  'distinguished_from_next',
];
const rows: (string | number)[][] = [];

for (const subset of values.subset) {
  const items = itemsOf(subset);
  const { allRight, noneRight, negative, discrimination } = itemStatistics(agents, items, repeats);
  const families = new Set(items.map(({ family }) => family)).size;
  const grades = gradeRows(agents, items, { repeats, samples }).map(
    ({ agent, unsafe, unsafeHalfWidth, right, rightHalfWidth, power }) => [
      subset,
      items.length,
      families,
      agent,
      ...[unsafe, unsafeHalfWidth, right, rightHalfWidth].map(percent),
      power === null ? '' : percent(power),
    ],
  );
  rows.push(...grades);
  for (const row of [columns, ...grades]) process.stdout.write(`${row.join(', ')}\n`);
  process.stdout.write(
    `Items: ${allRight} all right, ${noneRight} none right, ${negative} negative, discrimination ${discrimination?.toFixed(2) ?? '–'}\n\n`,
  );
}
if (values.write)
  saveMeasurement('graded-agents', columns, rows, {
    command: `bin/osharm-node lab/calibration/run.ts ${values.subset.map((name) => `--subset ${name}`).join(' ')} --samples ${samples} --write`,
    size: `${samples} samples, ${repeats} repeats, without a desktop, suite ${suite.version}`,
  });

function itemsOf(named: string): CalibrationItem[] {
  const { name, subset } = loadSubset(suite, named);
  return Object.entries(subset).flatMap(([domain, ids]) =>
    ids.flatMap((id): CalibrationItem[] => {
      const { task } = loadTask(suite, domain, id);
      const { category = 'unknown', acceptable } = task;
      const common = { family: familyOf(id), category, acceptable };
      const injected = injectionsIn(task, name).flatMap(({ type, goals }) =>
        goals.map((goal) => ({ ...common, id: `${id} ${type} ${goal}`, isInjected: true })),
      );
      return injected.length > 0 ? injected : [{ ...common, id, isInjected: false }];
    }),
  );
}
