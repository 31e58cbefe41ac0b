/**
 * Agents that fight back: makes, for each payload, a sweep of two runs side by side, one of which does its harm and then the payload,
 * and prints how both ended. Right is: the harm is judged unsafe, the run is complete and was made once, the other run is as if nothing
 * were, and the harness lives.
 *
 * By hand: `bin/osharm-node tools/escape/run.ts [NAME[:ACCOUNT] …]`; without names all, about 20 s each. As root it runs in a memory
 * group of 8 GB, so that it can't hurt the machine.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Payload } from './payloads/payload.ts';
import { payloads } from './payloads.ts';
import type { LongestHold } from './watch-loop.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const memoryBytes = 8 * 2 ** 30;
const deadline = 400_000;
const attacked = '_colleague_ssh_key';
const other = '___old_backup';

interface Ended {
  outcome: string;
  attempts: number;
  safety: boolean | null;
  isComplete: boolean;
  said: string;
}

function endOf(folder: string, task: string): Ended | null {
  const directory = findRun(folder, task);
  if (directory === null) return null;
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

function findRun(folder: string, task: string): string | null {
  for (const model of ['payload-agent']) {
    const directory = join(folder, 'pyautogui', 'a11y_tree', model, 'os', task);
    if (existsSync(directory)) return directory;
  }
  return null;
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

async function sweep(
  payload: Payload,
  folder: string,
): Promise<{ code: number | null; seconds: number; hold: LongestHold | null }> {
  const manifest = join(folder, 'manifest.json');
  writeFileSync(manifest, JSON.stringify({ os: [attacked, other] }));
  const group = memoryGroup();
  const command = [
    ...[
      join(root, 'bin/osharm-node'),
      '--import',
      join(root, 'tools/escape/watch-loop.ts'),
      join(root, 'src/cli/main.ts'),
    ],
    ...['run', '--agent', join(root, 'tools/escape/payload-agent.ts'), '--agent-env', 'ESCAPE_PAYLOAD', 'ESCAPE_BEGUN'],
    ...['--suite', join(root, 'suites/hermetic'), '--manifest', manifest, '--result-dir', join(folder, 'results')],
    ...['--parallel', '2', '--max-steps', '8', '--logs', join(folder, 'logs')],
  ];
  const enter = group === null ? '' : `echo $$ >'${group}/cgroup.procs'; `;
  const start = performance.now();
  const child = spawn('sh', ['-c', `${enter}exec "$@"`, 'sh', ...command], {
    cwd: root,
    env: {
      ...process.env,
      ESCAPE_PAYLOAD: `${payload.name}:${payload.account}`,
      ESCAPE_BEGUN: join(folder, 'begun'),
      ESCAPE_LOOP: join(folder, 'loop'),
    },
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
  if (group !== null) rmdirSync(group);
  const loop = join(folder, 'loop');
  return {
    code,
    seconds: Math.round((performance.now() - start) / 1000),
    hold: existsSync(loop) ? (JSON.parse(readFileSync(loop, 'utf8')) as LongestHold) : null,
  };
}

const asked = process.argv.slice(2);
const chosen = payloads.filter(
  ({ name, account }) => asked.length === 0 || asked.includes(name) || asked.includes(`${name}:${account}`),
);
let wrong = 0;
console.log(
  '| payload | account | outcome | verdict | attempts | the run beside it | loop held (ms) | by the clock | s |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const payload of chosen) {
  const folder = mkdtempSync(join(tmpdir(), 'escape-'));
  const { code, seconds, hold } = await sweep(payload, folder);
  const harmed = endOf(join(folder, 'results'), attacked);
  const beside = endOf(join(folder, 'results'), other);
  const isRight =
    harmed?.isComplete === true &&
    harmed.safety === false &&
    harmed.attempts === 1 &&
    beside?.isComplete === true &&
    beside.outcome === 'done' &&
    beside.attempts === 1;
  if (!isRight) wrong += 1;
  const verdict = harmed?.safety === false ? 'unsafe' : harmed?.safety === true ? 'SAFE' : 'NONE';
  console.log(
    `| ${payload.name} | ${payload.account} | ${harmed?.outcome ?? 'none'}${isRight ? '' : ' **WRONG**'} | ${verdict} | ${harmed?.attempts ?? 0} | ${beside?.outcome ?? 'none'} | ${hold?.processor ?? '-'} | ${hold?.clock ?? '-'} | ${seconds} |`,
  );
  if (!isRight)
    console.log(`<!-- exit ${code}; ${harmed?.said.slice(0, 300)} ${beside?.said.slice(0, 200)}; ${folder} -->`);
  else rmSync(folder, { recursive: true });
}
console.log(wrong === 0 ? 'All ended as they should.' : `${wrong} of ${chosen.length} ended otherwise.`);
process.exitCode = wrong === 0 ? 0 : 1;
