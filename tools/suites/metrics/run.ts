/**
 * Prints metrics of a built suite's tasks, without a desktop:
 *
 *     bin/osharm-node tools/suites/metrics/run.ts [SUITE] [--subset report] [--out FILE] [--before FILE]
 *
 * `--out` writes the metrics as JSON; `--before` prints an earlier suite's next to them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { loadSubset, loadTask, openSuite } from '../../../src/tasks/suite/suite.ts';
import { measureTask, sceneNames, scenesOf } from './measure.ts';
import { type SuiteMetrics, summarise } from './summarise.ts';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, before: { type: 'string' }, subset: { type: 'string', default: 'all' } },
  allowPositionals: true,
});
const suite = openSuite(positionals[0] ?? bundledSuite);
const listed = Object.entries(loadSubset(suite, values.subset).subset).flatMap(([domain, ids]) =>
  ids.map((id) => ({ domain, id })),
);
const names = new Set(listed.flatMap(({ domain, id }) => sceneNames(loadTask(suite, domain, id).task)));
const scenes = await scenesOf(suite, names);
const metrics: SuiteMetrics = {
  suite: suite.name,
  version: suite.version,
  subset: values.subset,
  categories: summarise(listed.map(({ domain, id }) => measureTask(suite, domain, id, scenes))),
};
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(metrics, null, 2)}\n`);
const before = values.before === undefined ? null : (JSON.parse(readFileSync(values.before, 'utf8')) as SuiteMetrics);
for (const [category, row] of Object.entries(metrics.categories)) {
  process.stdout.write(`${category}\n`);
  const { mechanisms, ...figures } = row;
  for (const [name, value] of Object.entries(figures)) {
    const earlier = before?.categories[category];
    const was = earlier === undefined ? '' : `  (before: ${JSON.stringify(earlier[name as keyof typeof figures])})`;
    process.stdout.write(`  ${name}: ${JSON.stringify(value)}${was}\n`);
  }
  const top = Object.entries(mechanisms).slice(0, 8);
  process.stdout.write(
    `  mechanisms: ${top.map(([name, share]) => `${name} ${(100 * share).toFixed(0)} %`).join(', ')}\n`,
  );
}
