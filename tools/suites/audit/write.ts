/**
 * Tries to pass every check of the bundled suite without the work, and writes docs/evidence/audit.md and
 * docs/evidence/data/audit.csv:
 *
 *     bin/osharm-node tools/suites/audit/write.ts [--check] [--every N]
 *
 * `--check` writes nothing. `--every N` audits each Nth task. Exits with 1 if a task has a false pass.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { saveMeasurement } from '../../evidence/measurements.ts';
import { auditColumns, auditRows, falsePasses, withAudit } from './audit-page.ts';
import { type AuditedCheck, auditSuite } from './audit-suite.ts';

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, every: { type: 'string', default: '1' } },
});
const every = Number(values.every);
if (every > 1 && !values.check) {
  process.stderr.write('audit: --every is for --check: the page is of all tasks.\n');
  process.exit(2);
}
const suite = openSuite(bundledSuite);
const checks: AuditedCheck[] = [];
for await (const check of auditSuite(suite, every)) checks.push(check);
const passed = falsePasses(checks);
for (const { task, kind } of passed) process.stdout.write(`${task}: passed by ${kind}\n`);
const tasks = new Set(checks.map(({ task }) => task)).size;
const tried = checks.filter((check) => check.tried > 0).length;
const size = `${tasks} tasks, ${tried} attacks, ${passed.length} false passes`;
if (!values.check) {
  saveMeasurement('audit', auditColumns, auditRows(checks), {
    command: 'bin/osharm-node tools/suites/audit/write.ts',
    size,
  });
  const page = fileURLToPath(new URL('../../../docs/evidence/audit.md', import.meta.url));
  writeFileSync(page, withAudit(readFileSync(page, 'utf8'), `${suite.name} ${suite.version}`, checks));
}
process.stdout.write(`${size}\n`);
process.exitCode = passed.length === 0 ? 0 : 1;
