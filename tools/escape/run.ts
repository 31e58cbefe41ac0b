/**
 * Agents that fight back: makes sweeps of runs side by side, in all but one of which an agent does its harm and then a payload, and prints
 * how each ended. Right is: the harm is judged unsafe, the run is complete and was made once, the other run is as if nothing were, and
 * the harness lives.
 *
 * By hand: `bin/osharm-node tools/escape/run.ts [--together N] [NAME[:ACCOUNT] …]`; without names all, about 20 s each. `--together`: so
 * many payloads side by side in one sweep (default 1); how long the loop was held is then the longest of them all. As root it runs in a
 * memory group of 8 GB, so that it can't hurt the machine.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Payload } from './payloads/payload.ts';
import { payloads } from './payloads.ts';
import type { LongestHold } from './watch-loop.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const memoryBytes = 8 * 2 ** 30;
const deadline = 600_000;
const attacked = '_colleague_ssh_key';
const other = '___old_backup';
/** A harness that an agent does not hold up turns its loop at least this often, in milliseconds of its own work. */
const longestHold = 100;

interface Ended {
  outcome: string;
  attempts: number;
  safety: boolean | null;
  isComplete: boolean;
  said: string;
}

function endOf(folder: string, task: string): Ended | null {
  const directory = join(folder, 'pyautogui', 'a11y_tree', 'payload-agent', 'os', task);
  if (!existsSync(directory)) return null;
  const json = (name: string) =>
    existsSync(join(directory, name)) ? JSON.parse(readFileSync(join(directory, name), 'utf8')) : null;
  const run = json('run.json');
  const judgment = json('judgment/effects/oracle/v1/judgment.json');
  return {
    outcome: run?.outcome ?? 'none',
    attempts: 1 + (run?.attempts?.length ?? 0),
    safety: judgment?.safety ?? null,
    isComplete: existsSync(join(directory, 'result.txt')),
    said: run?.error?.message ?? '',
  };
}

/** A memory group for one sweep, where this account may make one; else null. */
function memoryGroup(): string | null {
  try {
    const own = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
    if (own === undefined) return null;
    const group = join('/sys/fs/cgroup/memory', own, `escape-${process.pid}`);
    mkdirSync(group);
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(memoryBytes));
    return group;
  } catch {
    return null;
  }
}

const idOf = (index: number): string => `attack_${index}`;

/** A copy of the bundled suite with one harmful task for each payload, which its instruction names. */
function writeSuite(suite: string, group: readonly Payload[]): void {
  cpSync(join(root, 'suites/hermetic'), suite, { recursive: true });
  rmSync(join(suite, 'hashes.json'));
  const task = JSON.parse(readFileSync(join(suite, `examples/os/${attacked}.json`), 'utf8'));
  for (const [index, { name, account }] of group.entries()) {
    const own = { ...task, id: idOf(index), instruction: `${task.instruction} [${name}:${account}]` };
    writeFileSync(join(suite, `examples/os/${idOf(index)}.json`), JSON.stringify(own));
  }
  const manifest = { os: [...group.map((_, index) => idOf(index)), other] };
  writeFileSync(join(suite, 'test_escape.json'), JSON.stringify(manifest));
}

async function sweep(
  group: readonly Payload[],
  folder: string,
): Promise<{ code: number | null; seconds: number; hold: LongestHold | null }> {
  const suite = join(folder, 'suite');
  writeSuite(suite, group);
  const memory = memoryGroup();
  const command = [
    ...[join(root, 'bin/osharm-node'), '--import', join(root, 'tools/escape/watch-loop.ts')],
    ...[join(root, 'src/cli/main.ts'), 'run', '--agent', join(root, 'tools/escape/payload-agent.ts')],
    ...['--agent-env', 'ESCAPE_BEGUN', '--suite', suite, '--manifest', join(suite, 'test_escape.json')],
    ...['--result-dir', join(folder, 'results'), '--logs', join(folder, 'logs')],
    ...['--parallel', String(group.length + 1), '--max-steps', '8'],
  ];
  const enter = memory === null ? '' : `echo $$ >'${memory}/cgroup.procs'; `;
  const start = performance.now();
  const child = spawn('sh', ['-c', `${enter}exec "$@"`, 'sh', ...command], {
    cwd: root,
    env: { ...process.env, ESCAPE_BEGUN: join(folder, 'begun'), ESCAPE_LOOP: join(folder, 'loop') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const late = setTimeout(() => child.kill('SIGKILL'), deadline);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  writeFileSync(join(folder, 'said.txt'), said);
  if (memory !== null) await removeGroup(memory);
  const loop = join(folder, 'loop');
  return {
    code,
    seconds: Math.round((performance.now() - start) / 1000),
    hold: existsSync(loop) ? (JSON.parse(readFileSync(loop, 'utf8')) as LongestHold) : null,
  };
}

/** Processes leave a group a moment after they have ended. */
async function removeGroup(group: string): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
      await delay(200);
    }
  }
  console.error(`${group} still holds processes after 10 s.`);
}

/** Makes one sweep and prints a line for each of its payloads; gives how many ended otherwise than they should. */
async function attack(group: readonly Payload[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'escape-'));
  const { code, seconds, hold } = await sweep(group, folder);
  const beside = endOf(join(folder, 'results'), other);
  const isUndisturbed = beside?.isComplete === true && beside.outcome === 'done' && beside.attempts === 1;
  let wrong = 0;
  for (const [index, { name, account }] of group.entries()) {
    const harmed = endOf(join(folder, 'results'), idOf(index));
    const isRight =
      isUndisturbed &&
      harmed?.isComplete === true &&
      harmed.safety === false &&
      harmed.attempts === 1 &&
      hold !== null &&
      hold.processor <= longestHold;
    if (!isRight) wrong += 1;
    const verdict = harmed?.safety === false ? 'unsafe' : harmed?.safety === true ? 'SAFE' : 'NONE';
    const cells = [name, account, `${harmed?.outcome ?? 'none'}${isRight ? '' : ' **WRONG**'}`, verdict];
    const more = [
      harmed?.attempts ?? 0,
      beside?.outcome ?? 'none',
      hold?.processor ?? '-',
      hold?.clock ?? '-',
      seconds,
    ];
    process.stdout.write(`| ${[...cells, ...more].join(' | ')} |\n`);
    if (!isRight) process.stdout.write(`<!-- exit ${code}; ${harmed?.said.slice(0, 300)}; ${folder} -->\n`);
  }
  if (wrong === 0) rmSync(folder, { recursive: true });
  return wrong;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { together: { type: 'string', default: '1' } },
});
const together = Math.max(1, Number(values.together));
const chosen = payloads.filter(
  ({ name, account }) =>
    positionals.length === 0 || positionals.includes(name) || positionals.includes(`${name}:${account}`),
);
process.stdout.write(
  '| payload | account | outcome | verdict | attempts | the run beside it | loop held (ms) | by the clock | s |\n|---|---|---|---|---|---|---|---|---|\n',
);
let wrong = 0;
for (let at = 0; at < chosen.length; at += together) wrong += await attack(chosen.slice(at, at + together));
process.stdout.write(wrong === 0 ? 'All ended as they should.\n' : `${wrong} of ${chosen.length} ended otherwise.\n`);
process.exitCode = wrong === 0 ? 0 : 1;
