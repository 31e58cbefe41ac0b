/**
 * The proofs that take too long for `npm test`, one after another, as a table for docs/verification.md:
 *
 *     bin/osharm-node tools/proofs.ts [NAME…] [--small] [--list] [--write]
 *
 * Without names: all of them, about four hours. `--write` puts the table into docs/verification.md; rows of proofs that were not run stay.
 * `--small` runs the small sizes alone, of the proofs that have one. A proof that passes its deadline is killed with all that it started, and has failed.
 * What a proof says goes to .cache/proofs/NAME.log. Ends with 1 if one failed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';

interface Proof {
  shows: string;
  /** On two quiet cores. */
  minutes: number;
  /** It prints figures and holds them against nothing. */
  isMeasurement?: true;
  /** Programs of `bin/` or `tools/soak/` with their arguments, each run if the one before it ended well. */
  commands: string[][];
  /** The same at a size of a few minutes; left out: there is none. It is never written into the table. */
  small?: string[][];
}

/** Minutes after which a proof is killed: four times what it takes on two quiet cores, and ten for starting. */
const deadlineMinutes = ({ minutes }: Pick<Proof, 'minutes'>): number => 4 * minutes + 10;

const root = new URL('../', import.meta.url).pathname;
const logs = join(root, '.cache/proofs');
const exported = join(logs, 'image.tar');
const proofs: Readonly<Record<string, Proof>> = {
  kill: { shows: 'A sweep killed 200 times loses no finished step', minutes: 10, commands: [['kill-run.ts']] },
  'kill-real': {
    shows: 'The same with real desktops, 100 kills, each with a run past its second step',
    minutes: 20,
    commands: [['kill-run.ts', '--real', '--kills', '100']],
  },
  fleet: {
    shows: 'A fleet commits 10,000 runs once each through 1,000 kills, stops, database crashes and a failing store',
    minutes: 20,
    commands: [['fleet.ts']],
    small: [['fleet.ts', '--small']],
  },
  'fleet-desktops': {
    shows: 'Two workers with their own caches, killed in between, give the verdicts of a sweep in one process',
    minutes: 15,
    commands: [['fleet-desktops.ts', '--manifest', 'core', '--model', 'reference-benign', '--kills', '5']],
  },
  'fleet-s3': {
    shows: 'The same with results in a real S3 server, from where the workers also fetch the desktop image',
    minutes: 6,
    commands: [['fleet-desktops.ts', '--s3', '--pull', '--kills', '2']],
  },
  'worker-image': {
    shows: 'A worker in a container, with the sandbox nested in it, makes a sweep',
    minutes: 6,
    commands: [
      ['bin/osharm', 'image', 'export', '--worker', join(logs, 'worker.tar')],
      ['worker-image.ts', join(logs, 'worker.tar')],
    ],
  },
  slurm: {
    shows: 'Workers started by the array script in a real Slurm make a sweep and end',
    minutes: 4,
    commands: [['slurm.ts']],
  },
  s3: {
    shows: 'Results of a fleet in a real S3 server: staged, published, resumed, read by a report',
    minutes: 1,
    commands: [['s3.ts']],
  },
  escape: {
    shows: 'What agents do to void their harmful runs changes nothing: judged unsafe, the run beside it goes on',
    minutes: 60,
    commands: [['../escape/run.ts', '--together', '4']],
  },
  'escape-soak': {
    shows: 'An hour of hostile and normal runs side by side: memory, descriptors, mounts and cgroups stay flat',
    minutes: 64,
    commands: [['../escape/soak.ts']],
  },
  hide: {
    shows: 'Ways to hide harm are seen, but for those that docs/sandbox.md names',
    minutes: 5,
    commands: [['../escape/hide.ts']],
  },
  judges: {
    shows: '500 runs judged through 20 % failures and three kills; paid twice only what a kill interrupts',
    minutes: 1,
    commands: [['judges.ts']],
  },
  checkout: {
    shows: 'Every run of an imported checkout ends as it should',
    minutes: 10,
    commands: [['checkout-runs.ts']],
  },
  internet: {
    shows: 'The internet doubles log every byte and keep their memory',
    minutes: 2,
    commands: [['internet.ts']],
  },
  mail: { shows: 'A mail of 50 MB and 1,000 small ones are kept whole', minutes: 1, commands: [['large-mail.ts']] },
  decay: { shows: '5,000 screenshots and trees cost the same at the end', minutes: 12, commands: [['decay.ts']] },
  'viewer-scale': {
    shows: 'The viewer with 10,000 runs',
    minutes: 5,
    isMeasurement: true,
    commands: [['viewer-scale.ts']],
  },
  'viewer-watch': {
    shows: 'What a step costs while it is watched',
    minutes: 2,
    isMeasurement: true,
    commands: [['viewer-watch.ts']],
  },
  container: {
    shows: 'The exported image runs as a container',
    minutes: 5,
    commands: [
      ['bin/osharm', 'image', 'export', '--oci', exported],
      ['oci.ts', exported],
    ],
  },
  'bare-debian': {
    shows: 'The packed tarball on a bare Debian 12: npm, setup, quickstart, library, wheel, the Action’s steps',
    minutes: 25,
    commands: [['../package/bare-debian.ts']],
  },
  qemu: { shows: 'The contract of desktops holds on a virtual machine', minutes: 15, commands: [['qemu-contract.ts']] },
  routes: {
    shows: 'Routes to harm and harmless twins, written from the goals’ texts alone, get the grade fixed beforehand',
    minutes: 30,
    commands: [['../routes/run.ts']],
  },
  scorers: {
    shows:
      'Attacks on metrics, conditions, getters and oracles: no pass that was not earned, no harm that is called safe',
    minutes: 5,
    commands: [['../scorers/run.ts']],
  },
  agents: {
    shows:
      'Agents over MCP and open models do a benign and an injected task on real desktops: score, verdict, exposure',
    minutes: 8,
    commands: [['../agents/run.ts']],
  },
  'real-weights': {
    shows:
      'Runs and judgments by real weights in llama.cpp’s server: none lost, errors classed, calls as the server has them',
    minutes: 90,
    commands: [['../real-weights/run.ts']],
  },
  'cache-cost': {
    shows: 'What a run of 15 steps costs with and without caches of providers',
    minutes: 2,
    isMeasurement: true,
    commands: [['../cache-cost/run.ts']],
  },
  inspect: {
    shows: 'Inspect with its mock models on our desktops: scores equal those of the reference agents',
    minutes: 6,
    commands: [['../inspect/run.ts']],
  },
  anytime: {
    shows: 'Sweeps that end once their interval is narrow enough hold its error, looked at after every round',
    minutes: 20,
    commands: [['anytime.ts']],
  },
  attackers: {
    shows: 'Searches find planted weaknesses, beat both baselines at equal budget, and find nothing in a robust agent',
    minutes: 3,
    commands: [['../search/simulate.ts']],
  },
  replay: {
    shows:
      'Reference runs of the bundled suite, branched at their last step, come to the recorded state before every step',
    minutes: 15,
    commands: [['../search/replay.ts']],
  },
  'but-for': {
    shows:
      'Planted effects of a payload are within the interval of `osharm but-for` as often as it claims, and the step of commitment is the planted one',
    minutes: 1,
    commands: [['../search/but-for.ts']],
  },
  'desktop-branches': {
    shows: '`osharm but-for` and `osharm blast-radius` on real desktops tell what was planted in the agents',
    minutes: 6,
    commands: [['../search/desktop-branches.ts']],
  },
  mutation: { shows: 'What the tests of record and stats notice', minutes: 30, commands: [['mutate.ts']] },
};

interface Row {
  name: string;
  result: 'holds' | 'measured' | 'FAILED' | 'not run here';
  minutes: string;
  /** Day and commit of the run. */
  at: string;
  /** The last line that it printed. */
  figures: string;
}

/** Runs a command with its output in the log; gives its exit code and the last line that it wrote. */
function run(words: string[], log: NodeJS.WritableStream, endsAt: number): Promise<{ code: number; last: string }> {
  const [program = '', ...rest] = words;
  const isOurs = program.endsWith('.ts');
  const child = spawn(
    join(root, isOurs ? 'bin/osharm-node' : program),
    isOurs ? [join(root, program === 'mutate.ts' ? 'tools' : 'tools/soak', program), ...rest] : rest,
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // The whole group: what a proof started must not outlive it.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, endsAt - Date.now());
  let tail = '';
  const keep = (chunk: Buffer): void => {
    log.write(chunk);
    tail = (tail + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      const lines = stripVTControlCharacters(tail)
        .trim()
        .split(/[\r\n]+/);
      const last = (lines.at(-1) ?? '').trim();
      resolve({ code: isLate ? 1 : (code ?? 1), last: isLate ? `Killed at its deadline; last line: ${last}` : last });
    });
  });
}

async function prove(name: string, proof: Proof, commands: string[][]): Promise<Row> {
  const log = createWriteStream(join(logs, `${name}.log`));
  const start = performance.now();
  let code = 0;
  let last = '';
  const endsAt = Date.now() + deadlineMinutes(proof) * 60_000;
  for (const command of commands) {
    ({ code, last } = await run(command, log, endsAt));
    if (code !== 0) break;
  }
  log.end();
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  const passed = proof.isMeasurement === true ? 'measured' : 'holds';
  // 3 is what our programs end with where the machine lacks something.
  return {
    name,
    result: code === 0 ? passed : code === 3 ? 'not run here' : 'FAILED',
    minutes,
    at: today(),
    figures: last,
  };
}

const today = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()}`;
const cell = (text: string): string => text.replaceAll('|', '\\|').slice(0, 200);
const line = ({ name, result, minutes, at, figures }: Row): string =>
  `| \`${name}\` | ${cell(proofs[name]?.shows ?? '')} | ${result} | ${minutes} | ${at} | ${cell(figures)} |`;

/** Puts the lines between the marks of docs/verification.md, in the order of the list; others stay as they were. */
function writeTable(rows: readonly Row[]): void {
  const page = join(root, 'docs/verification.md');
  const [open, close] = ['<!-- proofs: written by tools/proofs.ts -->', '<!-- end of proofs -->'];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/verification.md has no marks ${open} and ${close}.`);
  // Rows of before the table had day and commit lack that cell.
  const withDay = (whole: string): string =>
    whole.split(/(?<!\\)\|/).length === 7 ? whole.replace(/^((?:[^|]*\|){5})/, '$1 – |') : whole;
  const before = new Map(
    [...text.slice(from, to).matchAll(/^\| `(.+?)` .*$/gm)].map(([whole, name]) => [name ?? '', withDay(whole)]),
  );
  for (const row of rows) before.set(row.name, line(row));
  const lines = Object.keys(proofs).flatMap((name) => before.get(name) ?? []);
  writeFileSync(page, `${text.slice(0, from)}${open}\n\n${[...head, ...lines].join('\n')}\n\n${text.slice(to)}`);
}

const head = [
  '| Proof | What it shows | Result | Minutes | Day and commit | Its last line |',
  '|---|---|---|---|---|---|',
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
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
const chosen = Object.entries(proofs).filter(
  ([name, { small }]) =>
    (positionals.length === 0 || positionals.includes(name)) && (!values.small || small !== undefined),
);
if (values.list) {
  for (const [name, { shows, minutes }] of chosen) process.stdout.write(`${name}: ${shows} (${minutes} min)\n`);
  process.exit(0);
}
mkdirSync(logs, { recursive: true });
process.stdout.write(`${chosen.length} proofs on ${availableParallelism()} cores\n\n${head.join('\n')}\n`);
const rows: Row[] = [];
for (const [name, proof] of chosen) {
  const row = await prove(name, proof, values.small ? (proof.small ?? []) : proof.commands);
  rows.push(row);
  process.stdout.write(`${line(row)}\n`);
}
if (values.write) writeTable(rows);
const failed = rows.filter(({ result }) => result === 'FAILED');
for (const { name } of failed) process.stderr.write(`${name} failed: ${join(logs, `${name}.log`)}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
