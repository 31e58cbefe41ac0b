/**
 * Tests whether the harness leaks while agents attack it. One sweep alternates hostile and normal runs, identical in
 * each of three passes, and tabulates memory, descriptors, mounts, cgroups and folders of the harness. Ctrl-C then must
 * leave nothing behind. The first pass warms up; leaks are the difference between the second and the third.
 *
 * Run by hand: `bin/osharm-node tools/escape/soak.ts [--one-in 3] [--minutes 90] [--parallel 3]`. `--one-in`: plays
 * every third payload, about 50 runs per pass. `--minutes`: ends the sweep in any pass. As root it uses a memory cgroup
 * of 10 GB.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { desktopsFolder } from '../../src/desktop/client/desktops-folder.ts';
import { cgroupFolders } from '../../src/desktop/providers/sandbox/cgroup.ts';
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
import { payloads } from './payloads.ts';
import { longestHold } from './steps.ts';
import type { MemoryInUse, Watched } from './watch-loop.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '90' },
    parallel: { type: 'string', default: '3' },
    'one-in': { type: 'string', default: '3' },
  },
});
const minutes = Number(values.minutes);
const memoryBytes = 10 * 2 ** 30;
const passes = 4;
const period = 20_000;
const longestEnd = 240_000;
/** Each of these uses a desktop's whole memory, or both processors for minutes. `run.ts` tests them one by one. */
const leftOut = /^(?:private-memory|shared-memory|memory-without-mapping|full-disk|documents-by-the-thousand)/;

const folder = mkdtempSync(join(tmpdir(), 'escape-soak-'));
const chosen = payloads
  .filter(({ name, goal }) => !leftOut.test(name) && goal === undefined)
  .filter((_, at) => at % Number(values['one-in']) === 0);
const tasks: AttackedTask[] = chosen.flatMap((payload, index) => [
  { id: `attack_${index}`, payload, goal: null },
  { id: `normal_${index}`, payload: null, goal: null },
]);
const subset = writeAttackedSuite(join(folder, 'suite'), tasks);
const group = memoryGroup(memoryBytes);
const flags = ['--parallel', values.parallel, '--repeat', String(passes)];
const [program, ...words] = inGroup(group, attackedSweep(folder, subset, flags));
const mountsBefore = linesOf('/proc/self/mountinfo');
const harness = spawn(program, words, {
  cwd: root,
  env: {
    ...process.env,
    ESCAPE_BEGUN: join(folder, 'begun'),
    ESCAPE_LOOP: join(folder, 'loop'),
    ESCAPE_MEMORY: join(folder, 'memory'),
  },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let output = '';
for (const stream of [harness.stdout, harness.stderr])
  stream.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000);
  });
let code: number | string | null = null;
const ended = new Promise<void>((resolve) =>
  harness.once('close', (status, signal) => {
    code = status ?? signal;
    resolve();
  }),
);

const resultFolders = Array.from({ length: passes }, (_, index) =>
  join(folder, 'results', ...(index === 0 ? [] : [`repeat-${index + 1}`])),
);

function presentPass(): number {
  return Math.max(1, resultFolders.findLastIndex((results) => existsSync(results)) + 1);
}

interface Sample {
  minute: number;
  pass: number;
  megabytes: number;
  descriptors: number;
  mounts: number;
  processes: number;
  cgroups: number;
  folders: number;
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

function countBelow(top: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It exited.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === top || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).length;
}

function named(places: readonly string[]): number {
  const pattern = new RegExp(`^(?:osharm-)?${harness.pid}-`);
  return places.flatMap((place) => (existsSync(place) ? readdirSync(place) : [])).filter((name) => pattern.test(name))
    .length;
}

const groups = await cgroupFolders();
const cgroupPlaces = [...groups, ...(group === null ? [] : [group])];

function sample(): Sample {
  const status = readFileSync(`/proc/${harness.pid}/status`, 'utf8');
  return {
    minute: Math.round((performance.now() - start) / 6_000) / 10,
    pass: presentPass(),
    megabytes: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024),
    descriptors: readdirSync(`/proc/${harness.pid}/fd`).length,
    mounts: linesOf(`/proc/${harness.pid}/mountinfo`),
    processes: countBelow(harness.pid as number),
    cgroups: named(cgroupPlaces),
    folders: named([desktopsFolder()]),
  };
}

const start = performance.now();
const samples: Sample[] = [];
const columns = ['minute', 'pass', 'megabytes', 'descriptors', 'mounts', 'processes', 'cgroups', 'folders'] as const;
process.stdout.write(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}\n`);
while (performance.now() - start < minutes * 60_000 && code === null && presentPass() < passes) {
  await Promise.race([ended, delay(period)]);
  if (code !== null) break;
  let latest: Sample;
  try {
    latest = sample();
  } catch (error) {
    // The harness is exiting; the next iteration reports it.
    if (!['EINVAL', 'ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    continue;
  }
  samples.push(latest);
  if (samples.length % 6 === 1) process.stdout.write(`| ${columns.map((column) => latest[column]).join(' | ')} |\n`);
}
const faults: string[] = [];
if (code !== null) faults.push(`the harness ended by itself (${code})`);
const interrupted = Date.now();
harness.kill('SIGINT');
await Promise.race([ended, delay(longestEnd)]);
if (code === null) {
  faults.push('it did not end after Ctrl-C');
  harness.kill('SIGKILL');
  await ended;
}
writeFileSync(join(folder, 'said.txt'), output);
writeFileSync(join(folder, 'samples.json'), JSON.stringify(samples));

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
const least = (figures: readonly number[]): number => Math.min(...figures);
// A leak per run would exceed one per minute, whereas caches and current desktops fluctuate. Hostile programs add up to
// some hundreds of processes for minutes, but a leak raises the minimum.
const allowed = { megabytes: 60, descriptors: 15, mounts: 0, processes: 20, cgroups: 3, folders: 2 };
for (const [column, most] of Object.entries(allowed) as [keyof typeof allowed, number][]) {
  const [second, third] = [2, 3].map((pass) =>
    (column === 'processes' ? least : middle)(samples.filter((item) => item.pass === pass).map((item) => item[column])),
  ) as [number, number];
  process.stdout.write(`${column}: ${second} in the second pass, ${third} in the third\n`);
  if (third > second + most) faults.push(`${column} grew from ${second} to ${third}`);
}
// Memory in use shows permanent leaks, whereas the resident size fluctuates.
const memory = join(folder, 'memory');
const inUse = existsSync(memory)
  ? readFileSync(memory, 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as MemoryInUse)
  : [];
const collectionsIn = (pass: number): MemoryInUse[] => {
  const minutesOf = samples.filter((item) => item.pass === pass).map(({ minute }) => minute);
  return inUse.slice(Math.floor(minutesOf[0] ?? 0), Math.floor(minutesOf.at(-1) ?? 0));
};
for (const part of ['heap', 'external'] as const) {
  const [second, third] = [2, 3].map((pass) => middle(collectionsIn(pass).map((item) => item[part]))) as [
    number,
    number,
  ];
  process.stdout.write(`${part} in use: ${second} MB in the second pass, ${third} in the third\n`);
  if (third > second + 20) faults.push(`the ${part} in use grew from ${second} to ${third} MB`);
}
if (!samples.some(({ pass }) => pass === 3)) faults.push('the third pass was not reached: nothing was compared');
await delay(5_000);
const left = { cgroups: named(cgroupPlaces), folders: named([desktopsFolder()]) };
if (left.cgroups + left.folders > 0) faults.push(`left over: ${JSON.stringify(left)}`);
if (linesOf('/proc/self/mountinfo') !== mountsBefore) faults.push('mounts were left over');
if (group !== null) {
  const stay = readFileSync(join(group, 'cgroup.procs'), 'utf8').trim();
  if (stay !== '') faults.push(`still running: ${stay.replaceAll('\n', ' ')}`);
  else await removeGroup(group);
}

const counts = { attacked: 0, normal: 0, desktops: 0 };
for (const results of resultFolders)
  for (const { id, payload, goal } of tasks) {
    const end = endOf(results, { id, goal });
    if (end === null) continue;
    counts.desktops += 1;
    if (!end.isComplete) continue;
    counts[payload === null ? 'normal' : 'attacked'] += 1;
    const name = payload === null ? id : `${payload.name}:${payload.account}`;
    if (end.attempts !== 1) faults.push(`${name} was made ${end.attempts} times`);
    if (payload !== null && end.safety !== false) faults.push(`${name} was judged ${end.safety} (${end.outcome})`);
    if (payload === null && (end.outcome !== 'done' || end.safety === false))
      faults.push(`${id} beside them ended ${end.outcome}, safety ${end.safety}`);
  }
const loop = join(folder, 'loop');
const watched = existsSync(loop) ? (JSON.parse(readFileSync(loop, 'utf8')) as Watched) : null;
const runs = tasks.map(({ id, payload, goal }) => ({
  run: payload === null ? 'normal' : `${payload.name}:${payload.account}`,
  task: { id, goal },
  results: resultFolders,
}));
// Runs that Ctrl-C interrupted have no result; the report is written anyway.
const holds = watched?.holds.filter(({ ended }) => ended < interrupted) ?? [];
const hold = longestHold(join(folder, 'begun'), holds, runs);
if (hold !== null)
  process.stdout.write(
    `The loop was held longest (${hold.processor} ms) in: ${[...new Set(hold.steps)].slice(0, 5).join('; ')}\n`,
  );
for (const fault of faults) process.stdout.write(`- ${fault}\n`);
if (faults.length === 0) rmSync(folder, { recursive: true });
else process.stdout.write(`${folder}\n`);
const total = `${counts.attacked} attacked and ${counts.normal} normal runs in ${Math.round((performance.now() - start) / 60_000)} minutes`;
process.stdout.write(`${total}, loop held ${hold?.processor ?? '-'} ms at most, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
