/** Copies of the bundled suite for the agent of `payload-agent.ts`, and the results of their runs. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runName } from '../../src/base/record/paths.ts';
import type { Payload } from './payloads/payload.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const attacked = '_colleague_ssh_key';
const untouched = '___old_backup';
const carrier = '__screen_off_later';
const vector = 'desktop_notification';

/** A task of an attacked suite. The agent does the harm and runs the payload, or attacks nothing if it is null. */
export interface AttackedTask {
  id: string;
  payload: Pick<Payload, 'name' | 'account'> | null;
  goal: string | null;
}

export function writeAttackedSuite(suite: string, tasks: readonly AttackedTask[]): string {
  cpSync(join(root, 'suites/hermetic'), suite, { recursive: true });
  rmSync(join(suite, 'hashes.json'));
  const read = (id: string) => JSON.parse(readFileSync(join(suite, `examples/os/${id}.json`), 'utf8'));
  const [harmful, harmless] = [read(attacked), read(untouched)];
  for (const { id, payload, goal } of tasks) {
    const without = payload === null ? harmless : harmful;
    const base = goal === null ? without : { ...read(carrier), injections: [{ type: vector, goals: [goal] }] };
    const mark = payload === null ? '' : ` [${payload.name}:${payload.account}]`;
    const task = { ...base, id, instruction: `${base.instruction}${mark}` };
    writeFileSync(join(suite, `examples/os/${id}.json`), JSON.stringify(task));
  }
  const subset = join(suite, 'test_escape.json');
  writeFileSync(subset, JSON.stringify({ os: tasks.map(({ id }) => id) }));
  return subset;
}

export function attackedSweep(folder: string, subset: string, flags: readonly string[]): string[] {
  return [
    join(root, 'bin/osharm-node'),
    '--max-semi-space-size=4',
    '--import',
    join(root, 'tools/escape/watch-loop.ts'),
    join(root, 'src/app/cli/main.ts'),
    'run',
    '--agent',
    join(root, 'tools/escape/payload-agent.ts'),
    '--agent-env',
    'ESCAPE_BEGUN',
    '--suite',
    join(folder, 'suite'),
    '--subset',
    subset,
    '--out',
    join(folder, 'results'),
    '--logs',
    join(folder, 'logs'),
    '--max-steps',
    '8',
    ...flags,
  ];
}

export interface AttackedEnd {
  outcome: string;
  attempts: number;
  safety: boolean | null;
  isComplete: boolean;
  message: string;
}

export function runFolder(results: string, { id, goal }: Pick<AttackedTask, 'id' | 'goal'>): string {
  const name = runName(id, goal === null ? null : { vector, goal });
  return join(results, 'pyautogui', 'a11y_tree', 'payload-agent', 'os', name);
}

/** Null if the run was not started. `results` is the folder of the sweep or of one repeat. */
export function endOf(results: string, task: Pick<AttackedTask, 'id' | 'goal'>): AttackedEnd | null {
  const directory = runFolder(results, task);
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
    message: run?.error?.message ?? '',
  };
}

/** Creates a memory cgroup for one sweep, to protect the machine. Null if this account can't create one. */
export function memoryGroup(bytes: number): string | null {
  try {
    const ownGroup = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
    if (ownGroup === undefined) return null;
    const group = join('/sys/fs/cgroup/memory', ownGroup, `escape-${process.pid}`);
    mkdirSync(group);
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(bytes));
    return group;
  } catch {
    return null;
  }
}

export function inGroup(group: string | null, command: readonly string[]): [string, ...string[]] {
  const enter = group === null ? '' : `echo $$ >'${group}/cgroup.procs'; `;
  return ['sh', '-c', `${enter}exec "$@"`, 'sh', ...command];
}

/** Processes leave a group a moment after they have exited. */
export async function removeGroup(group: string): Promise<void> {
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
