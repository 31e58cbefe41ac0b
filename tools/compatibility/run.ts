/**
 * Runs the other side's clients against osharm's adapters:
 *
 *     bin/osharm-node tools/compatibility/run.ts [NAME…] [--list] [--write] [--results DIR]
 *
 * Without names it runs all. `--results` has recorded runs for `exports`; without it, new ones are recorded. `--write`
 * records each client's installed version, what ran, the result, the day and the commit in
 * docs/evidence/data/compatibility.csv, and writes docs/compatibility/tested.md. Other rows stay as they are. Output
 * goes to .cache/proofs/client-NAME.log. Exits with 1 if a check failed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measured, measuredRows, saveMeasurement } from '../evidence/measurements.ts';
import { endProofsWithProcess, type Outcome, runProof } from '../proofs/run-proof.ts';
import { type ClientCheck, clientChecks } from './clients.ts';
import { installedVersion } from './installed-version.ts';

const root = new URL('../../', import.meta.url).pathname;
const logs = join(root, '.cache/proofs');
const columns = ['check', 'adapter', 'client', 'version', 'ran', 'result', 'minutes', 'figures', 'date', 'commit'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => clientChecks[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are: ${Object.keys(clientChecks).join(', ')}.\n`);
  process.exit(2);
}
const chosen = Object.entries(clientChecks).filter(([name]) => positionals.length === 0 || positionals.includes(name));
if (values.list) {
  for (const [name, { ran, proof }] of chosen) process.stdout.write(`${name}: ${ran} (${proof.minutes} min)\n`);
  process.exit(0);
}

const date = new Date().toISOString().slice(0, 10);
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const isRecorded = ({ result }: Outcome): boolean => result !== 'not run here';

function rowsOf(name: string, { adapter, clients, ran }: ClientCheck, outcome: Outcome): string[][] {
  const { result, minutes, figures } = outcome;
  return clients.map((client) => [
    name,
    adapter,
    client.package,
    installedVersion(client),
    ran,
    result,
    minutes.toFixed(1),
    figures.slice(0, 300),
    date,
    commit,
  ]);
}

mkdirSync(logs, { recursive: true });
endProofsWithProcess();
const rows = new Map<string, string[][]>();
let failed = 0;
for (const [name, check] of chosen) {
  const proof = { ...check.proof };
  if (name === 'exports' && values.results !== undefined)
    proof.full = proof.full.map((command) => `${command} --results ${values.results}`);
  const outcome = await runProof(`client-${name}`, proof, { root, logs, isSmall: false });
  if (outcome.result === 'FAILED') failed += 1;
  process.stdout.write(`${name}: ${outcome.result}, ${outcome.minutes.toFixed(1)} min. ${outcome.figures}\n`);
  if (isRecorded(outcome)) rows.set(name, rowsOf(name, check, outcome));
}
if (values.write) {
  const kept = measured().compatibility === undefined ? [] : measuredRows('compatibility');
  const all = Object.keys(clientChecks).flatMap(
    (name) =>
      rows.get(name) ??
      kept.filter(({ check }) => check === name).map((row) => columns.map((column) => row[column] ?? '')),
  );
  saveMeasurement('compatibility', columns, all, {
    command: 'bin/osharm-node tools/compatibility/run.ts --write',
    size: 'each row has the commit that ran',
  });
  execFileSync(join(root, 'bin/osharm-node'), [join(root, 'tools/evidence/write.ts')], { stdio: 'inherit' });
}
process.exitCode = failed === 0 ? 0 : 1;
