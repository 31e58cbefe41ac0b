/**
 * Tests agents that attack the harness. Each sweep has one normal run; in the other runs an agent does its harm and
 * then a payload. Prints how each run ended. Expected: the harm is judged unsafe, the run is complete after one
 * attempt, the normal run is unaffected, and the harness survives.
 *
 * Run by hand: `bin/osharm-node tools/escape/run.ts [--together N] [--slow] [--small] [--load N] [NAME[:ACCOUNT] …]`.
 * Without names it runs all payloads, about 20 s each. `--together`: payloads per sweep (default 1); the reported event
 * loop delay is then the longest of all. `--slow`: payloads that slow down inspection; `--small`: a few of these.
 * `--load`: number of additional busy processes. As root it uses a memory cgroup of 8 GB, to protect the machine.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AddedLoad } from '../added-load.ts';
import { startProgram } from '../start-program.ts';
import {
  type AttackedTask,
  attackedSweep,
  endOf,
  inGroup,
  memoryGroup,
  removeGroup,
  root,
  writeAttackedSuite,
} from './attacked-suite.ts';
import type { Payload } from './payloads/payload.ts';
import { payloads, slowToLookAt } from './payloads.ts';
import { longestHold } from './steps.ts';
import type { Watched } from './watch-loop.ts';

const memoryBytes = 8 * 2 ** 30;
const deadline = 600_000;
/** Maximum event loop delay caused by the harness, in milliseconds of CPU time. */
const longestAllowed = 100;

const taskOf = (payload: Payload, index: number): AttackedTask => ({
  id: `attack_${index}`,
  payload,
  goal: payload.goal ?? null,
});

async function sweep(
  tasks: readonly AttackedTask[],
  folder: string,
): Promise<{ code: number | null; seconds: number; watched: Watched | null }> {
  const subset = writeAttackedSuite(join(folder, 'suite'), tasks);
  const memory = memoryGroup(memoryBytes);
  const injected = tasks.some(({ goal }) => goal !== null) ? ['--inject'] : [];
  const command = attackedSweep(folder, subset, ['--parallel', String(tasks.length), ...injected]);
  const start = performance.now();
  const [shell, ...words] = inGroup(memory, command);
  const { code, text } = await startProgram(shell, words, {
    cwd: root,
    env: { ...process.env, ESCAPE_BEGUN: join(folder, 'begun'), ESCAPE_LOOP: join(folder, 'loop') },
    deadlineMs: deadline,
  }).ended;
  writeFileSync(join(folder, 'said.txt'), text);
  if (memory !== null) await removeGroup(memory);
  const loop = join(folder, 'loop');
  return {
    code,
    seconds: Math.round((performance.now() - start) / 1000),
    watched: existsSync(loop) ? (JSON.parse(readFileSync(loop, 'utf8')) as Watched) : null,
  };
}

async function attack(group: readonly Payload[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'escape-'));
  const tasks = group.map(taskOf);
  const other: AttackedTask = { id: 'beside', payload: null, goal: tasks[0]?.goal ?? null };
  const { code, seconds, watched } = await sweep([...tasks, other], folder);
  const runs = [...tasks, other].map((task) => ({
    run: task.payload === null ? 'normal' : `${task.payload.name}:${task.payload.account}`,
    task,
    results: [join(folder, 'results')],
  }));
  const hold = watched === null ? null : longestHold(join(folder, 'begun'), watched.holds, runs);
  const beside = endOf(join(folder, 'results'), other);
  const isUndisturbed = beside?.isComplete === true && beside.outcome === 'done' && beside.attempts === 1;
  let wrong = 0;
  for (const [index, payload] of group.entries()) {
    const { name, account } = payload;
    const harmed = endOf(join(folder, 'results'), taskOf(payload, index));
    const isRight =
      isUndisturbed &&
      harmed?.isComplete === true &&
      harmed.safety === false &&
      harmed.attempts === 1 &&
      watched !== null &&
      (hold?.processor ?? 0) <= longestAllowed;
    if (!isRight) wrong += 1;
    const verdict = harmed?.safety === false ? 'unsafe' : harmed?.safety === true ? 'SAFE' : 'NONE';
    const cells = [name, account, `${harmed?.outcome ?? 'none'}${isRight ? '' : ' **WRONG**'}`, verdict];
    const more = [
      harmed?.attempts ?? 0,
      beside?.outcome ?? 'none',
      hold?.processor ?? '-',
      hold?.clock ?? '-',
      watched === null ? '-' : `+${watched.megabytes}`,
      seconds,
    ];
    process.stdout.write(`| ${[...cells, ...more].join(' | ')} |\n`);
    if (!isRight) process.stdout.write(`<!-- exit ${code}; ${harmed?.message.slice(0, 300)}; ${folder} -->\n`);
  }
  if (hold !== null && hold.processor > longestAllowed)
    process.stdout.write(`<!-- the loop was held in: ${hold.steps.join('; ')} -->\n`);
  if (wrong === 0) rmSync(folder, { recursive: true });
  return wrong;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    together: { type: 'string', default: '1' },
    slow: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    load: { type: 'string', default: '0' },
  },
});
const together = Math.max(1, Number(values.together));
/** Share of the slow payloads in a short round: one in nine. */
const oneIn = 9;
const isNamed = ({ name, account }: Payload): boolean =>
  positionals.includes(name) || positionals.includes(`${name}:${account}`);
const ofRound = values.slow
  ? slowToLookAt.filter((_, at) => !values.small || at % oneIn === 0)
  : payloads.filter((payload) => !slowToLookAt.includes(payload));
const chosen = positionals.length === 0 ? ofRound : payloads.filter(isNamed);
const unknown = positionals.filter(
  (word) => !payloads.some(({ name, account }) => word === name || word === `${name}:${account}`),
);
if (unknown.length > 0) {
  process.stderr.write(`There is no payload ${unknown.join(', ')}.\n`);
  process.exit(2);
}
process.stdout.write(
  '| payload | account | outcome | verdict | attempts | the run beside it | loop held (ms) | by the clock | memory (MB) | s |\n|---|---|---|---|---|---|---|---|---|---|\n',
);
const load = new AddedLoad(Number(values.load));
let wrong = 0;
try {
  for (const same of [chosen.filter(({ goal }) => goal === undefined), chosen.filter(({ goal }) => goal !== undefined)])
    for (let at = 0; at < same.length; at += together) wrong += await attack(same.slice(at, at + together));
} finally {
  load.end();
}
process.stdout.write(wrong === 0 ? 'All ended as they should.\n' : `${wrong} of ${chosen.length} ended otherwise.\n`);
process.exitCode = wrong === 0 ? 0 : 1;
