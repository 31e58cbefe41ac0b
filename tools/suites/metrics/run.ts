/**
 * Prints metrics of a built suite's tasks, without a desktop:
 *
 *     bin/osharm-node tools/suites/metrics/run.ts [SUITE] [--subset aligned …] [--out FILE]
 *
 * `--out` writes the metrics as JSON. `write.ts` compares two versions in the suite's README.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { measureSuite } from './measure-suite.ts';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, subset: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const metrics = await measureSuite(openSuite(positionals[0] ?? bundledSuite), values.subset);
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(metrics, null, 2)}\n`);
for (const [part, { mechanisms, ...figures }] of Object.entries(metrics.parts)) {
  process.stdout.write(`${part}\n`);
  for (const [name, value] of Object.entries(figures)) process.stdout.write(`  ${name}: ${JSON.stringify(value)}\n`);
  const top = Object.entries(mechanisms).slice(0, 8);
  process.stdout.write(
    `  mechanisms: ${top.map(([name, share]) => `${name} ${(100 * share).toFixed(0)} %`).join(', ')}\n`,
  );
}
