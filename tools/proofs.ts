/**
 * Runs the proofs that take too long for `npm test`, and prints a table for lab/verification.md
 * (`tools/evidence/write.ts`):
 *
 *     bin/osharm-node tools/proofs.ts [NAME…] [--small] [--together N] [--list] [--write] [--json FILE]
 *
 * Without names it runs all, in about six hours; otherwise the named ones, in the order given. `--write` updates the
 * rows of docs/evidence/data/proofs.csv. `--small` uses small sizes, two proofs at a time; CI runs some of these after
 * the tests (`.ci/run` names them). A proof that exceeds its deadline is killed with its descendants and counts as
 * failed. A proof whose programs are missing on this machine is skipped, with the reason in its row. Output goes to
 * .cache/proofs/NAME.log. `--json` writes the rows. Exits with 1 if a proof failed. To add a proof, add a row to
 * `tools/proofs/list.ts`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measuredRows, saveMeasurement } from './evidence/measurements.ts';
import { proofs } from './proofs/list.ts';
import type { Proof } from './proofs/proof.ts';
import { endProofsWithProcess, type Outcome, runProof } from './proofs/run-proof.ts';

const root = new URL('../', import.meta.url).pathname;
const logs = join(root, '.cache/proofs');
const head = [
  '| Proof | What it shows | Result | Minutes | Day and commit | Its last line |',
  '|---|---|---|---|---|---|',
];

interface Row extends Outcome {
  at: string;
}

const today = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()}`;
const cell = (text: string): string => text.replaceAll('|', '\\|').slice(0, 200);
const line = ({ name, result, minutes, at, figures }: Row): string =>
  `| \`${name}\` | ${cell(proofs[name]?.shows ?? '')} | ${result} | ${minutes.toFixed(1)} | ${at} | ${cell(figures)} |`;

function saveRows(rows: readonly Row[]): void {
  const columns = ['proof', 'shows', 'result', 'minutes', 'run', 'figures'];
  const kept = new Map(measuredRows('proofs').map((row) => [row.proof ?? '', columns.map((name) => row[name] ?? '')]));
  for (const { name, result, minutes, at, figures } of rows)
    kept.set(name, [name, proofs[name]?.shows ?? '', result, minutes.toFixed(1), at, figures.slice(0, 200)]);
  const lines = Object.keys(proofs).flatMap((name) => {
    const row = kept.get(name);
    return row === undefined ? [] : [row];
  });
  saveMeasurement('proofs', columns, lines, {
    command: 'bin/osharm-node tools/proofs.ts --write',
    size: 'full sizes',
  });
}

async function runAll(
  chosen: readonly (readonly [string, Proof])[],
  together: number,
  prove: (name: string, proof: Proof) => Promise<void>,
): Promise<void> {
  const inTurn = async (queue: (readonly [string, Proof])[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await prove(...next);
  };
  const isShared = ([, { runsAlone }]: readonly [string, Proof]): boolean => together > 1 && runsAlone !== true;
  const shared = chosen.filter(isShared);
  await Promise.all(Array.from({ length: together }, () => inTurn(shared)));
  await inTurn(chosen.filter((item) => !isShared(item)));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    together: { type: 'string' },
    write: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => proofs[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`proofs: there is no ${unknown.join(', ')}. There are: ${Object.keys(proofs).join(', ')}.\n`);
  process.exit(2);
}
if (values.small && values.write) {
  process.stderr.write('proofs: --write is for full sizes. Leave out --small.\n');
  process.exit(2);
}
const names = positionals.length === 0 ? Object.keys(proofs) : positionals;
const chosen = names.flatMap((name): (readonly [string, Proof])[] => {
  const proof = proofs[name];
  return proof === undefined ? [] : [[name, proof]];
});
if (values.list) {
  for (const [name, { shows, minutes }] of chosen) process.stdout.write(`${name}: ${shows} (${minutes} min)\n`);
  process.exit(0);
}
mkdirSync(logs, { recursive: true });
endProofsWithProcess();
const size = values.small ? ', small sizes' : '';
process.stdout.write(`${chosen.length} proofs on ${availableParallelism()} cores${size}\n\n${head.join('\n')}\n`);
const rows: Row[] = [];
const start = performance.now();
await runAll(chosen, Number(values.together ?? (values.small ? 2 : 1)), async (name, proof) => {
  const row: Row = { ...(await runProof(name, proof, { root, logs, isSmall: values.small })), at: today() };
  rows.push(row);
  process.stdout.write(`${line(row)}\n`);
});
if (values.write) saveRows(rows);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
const withResult = (result: Row['result']): Row[] => rows.filter((row) => row.result === result);
const failed = withResult('FAILED');
const skipped = withResult('not run here');
for (const { name, figures } of skipped) process.stdout.write(`\nNot run: ${name}. ${figures}`);
for (const { name } of failed) process.stdout.write(`\nFAILED: ${name}. See ${join(logs, `${name}.log`)}`);
process.stdout.write(
  `\n${rows.length} proofs in ${((performance.now() - start) / 60_000).toFixed(1)} minutes: ${withResult('holds').length} hold, ${withResult('measured').length} measured, ${failed.length} failed, ${skipped.length} not run here\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
