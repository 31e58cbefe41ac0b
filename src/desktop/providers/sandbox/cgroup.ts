import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fallback, isSystemError } from '../../../base/expected-errors.ts';
import { labelledProcess, processLabel } from '../../../base/record/lease/process-identity.ts';
import { timeLimits } from '../../../base/record/time-limits.ts';
import type { Limits } from './oci-spec.ts';

/** A sandbox's cgroup (v2), or its cgroups, one per controller (v1). */
export interface SandboxCgroup {
  limits: { memory: boolean; pids: boolean };
  /** The CPU weight covers the whole sandbox, so that starting more programs doesn't increase its share. */
  sharesProcessors: boolean;
  /**
   * Shell lines that enter the cgroups of the whole sandbox and open those of its containers as descriptors 8 and 7;
   * `echo 0 >&8` enters one. Memory and CPU limits exclude the supervisor, so that a desktop can't starve it.
   */
  enter: string;
  /** Before Linux 5.17 the memory limit includes the supervisor, so the desktop can get it killed. */
  memoryHoldsSupervisor: boolean;
  /** Call when the desktop has started. Until then, it has a higher CPU weight than running desktops. */
  started(): Promise<void>;
  /**
   * Limits the desktop to a tenth of one processor, or lifts that. Nothing happens without `sharesProcessors`.
   * Synchronous, because in a storm each switch of threads may take a second.
   */
  slowDown(isSlow: boolean): void;
  /** Ids of the desktop's threads; none without `sharesProcessors`. */
  threads(): number[];
  /** Whether the kernel killed the supervisor or a log because of `watchBytes`. */
  watchRanOut(): Promise<boolean>;
  remove(): Promise<void>;
}

const all = ['memory', 'pids', 'cpu'] as const;
type Controller = (typeof all)[number];

interface Base {
  folder: string;
  controllers: Controller[];
  version: 1 | 2;
}

interface WeightedGroup {
  folder: string;
  version: 1 | 2;
}

/** CPU weight by cgroup version. On v1, a process outside of groups has 1024. On v2, every group has 100 by default. */
const weights = { 1: 2048, 2: 100 };
/** Factor for a desktop that is starting. It must not wait for busy desktops, because its agent has not acted yet. */
const startFactor = 8;
/** Microseconds of processor time in each period of 100,000. */
const slowQuota = 10_000;
const prefix = 'osharm-';
/** Memory limit for a sandbox's supervisor and logs: twice their usage for 392,000 files with long names. */
export const watchBytes = 2 ** 30;
let counter = 0;

export interface CgroupPlace {
  groups: string;
  mounts: string;
}

async function ownPlace(): Promise<CgroupPlace> {
  const [groups, mounts] = await Promise.all(
    ['cgroup', 'mountinfo'].map((name) => readFile(`/proc/self/${name}`, 'utf8').catch(fallback('', isSystemError))),
  );
  return { groups: groups ?? '', mounts: mounts ?? '' };
}

/**
 * Creates a child of this process's cgroup (v1) or of a delegated cgroup (v2). In `limits`, those that couldn't be set
 * are false. `place` is for tests.
 */
export async function makeCgroup(limits: Limits, place?: CgroupPlace): Promise<SandboxCgroup> {
  counter += 1;
  const name = `${prefix}${processLabel()}-${counter}`;
  const held: Record<Controller, boolean> = { memory: false, pids: false, cpu: false };
  const folders: string[] = [];
  const whole: string[] = [];
  const ofContainers: string[] = [];
  const watching: string[] = [];
  const weighted: WeightedGroup[] = [];
  for (const base of await findBases(place ?? (await ownPlace()))) {
    const isOfContainers = base.controllers.includes('memory') || base.controllers.includes('cpu');
    // A CPU weight that includes the supervisor would slow it down along with the desktop.
    if (!entersLate() && base.controllers.every((controller) => controller === 'cpu')) continue;
    const folder = join(base.folder, name);
    if (!(await isMade(folder))) continue;
    folders.push(folder);
    if (entersLate() && base.controllers.includes('memory') && (await isMade(`${folder}-watch`))) {
      folders.push(`${folder}-watch`);
      watching.push(`${folder}-watch`);
      await setLimit(`${folder}-watch`, 'memory', base.version, { memoryBytes: watchBytes });
    }
    (isOfContainers && entersLate() ? ofContainers : whole).push(folder);
    for (const controller of base.controllers)
      held[controller] = await setLimit(folder, controller, base.version, limits);
    if (held.cpu && base.controllers.includes('cpu')) weighted.push({ folder, version: base.version });
  }
  await Promise.all(weighted.map((group) => setWeight(group, startFactor)));
  const [first, second] = ofContainers.map(procsOf);
  return {
    limits: { memory: held.memory, pids: held.pids },
    sharesProcessors: held.cpu,
    memoryHoldsSupervisor: held.memory && first === undefined,
    enter: [
      ...[...whole, ...watching].map((folder) => `echo 0 >${procsOf(folder)}`),
      `exec 8>${first ?? '/dev/null'} 7>${second ?? '/dev/null'}`,
    ].join('\n'),
    started: async () => {
      await Promise.all(weighted.map((group) => setWeight(group, 1)));
    },
    slowDown(isSlow) {
      for (const group of weighted) setQuota(group, isSlow);
    },
    threads: () => weighted.flatMap(threadsIn),
    watchRanOut: async () => (await Promise.all(watching.map(endedIn))).some((ended) => ended > 0),
    remove: async () => {
      const isOver = AbortSignal.timeout(timeLimits.end.cgroups);
      await Promise.all(folders.map((folder) => removeWhenEmpty(folder, isOver)));
    },
  };
}

async function isMade(folder: string): Promise<boolean> {
  return mkdir(folder).then(() => true, fallback(false, isSystemError));
}

async function endedIn(folder: string): Promise<number> {
  const files = ['memory.events', 'memory.oom_control'].map((name) => readFile(join(folder, name), 'utf8'));
  const text = await Promise.any(files).catch(fallback('', (error) => error instanceof AggregateError));
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0);
}

const procsOf = (folder: string): string => `'${folder.replaceAll("'", "'\\''")}/cgroup.procs'`;

/** Linux 5.17 checks the permissions of whoever opened `cgroup.procs`, not of whoever writes to it. */
function entersLate(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 17);
}

export async function cgroupFolders(): Promise<string[]> {
  return (await findBases(await ownPlace())).map(({ folder }) => folder);
}

/** A machine with systemd has a few hundred cgroups. */
const mostSwept = 5_000;

/**
 * Removes empty cgroups of dead processes. Searches the whole tree, because a killed harness may have been in another
 * cgroup.
 */
export async function sweepCgroups(place?: CgroupPlace): Promise<number> {
  const { mounts } = place ?? (await ownPlace());
  let removed = 0;
  for (const mounted of mountsOfCgroups(mounts)) {
    const waiting = [mounted];
    for (let looked = 0; looked < mostSwept && waiting.length > 0; looked += 1) {
      const folder = waiting.shift() as string;
      for (const entry of await readdir(folder, { withFileTypes: true }).catch(fallback([], isSystemError))) {
        if (!entry.isDirectory()) continue;
        const path = join(folder, entry.name);
        if (!entry.name.startsWith(prefix)) waiting.push(path);
        else if (labelledProcess(entry.name.slice(prefix.length)) === 'gone') removed += await removedEmpty(path);
      }
    }
  }
  return removed;
}

async function removedEmpty(folder: string): Promise<number> {
  return rmdir(folder).then(() => 1, fallback(0, isSystemError));
}

function mountsOfCgroups(mounts: string): string[] {
  const lines = mounts.split('\n');
  const v1 = all.map((controller) =>
    mountOf(lines, (type, options) => type === 'cgroup' && options.split(',').includes(controller)),
  );
  const found = [...v1, mountOf(lines, (type) => type === 'cgroup2')];
  return [...new Set(found.filter((path) => path !== null))];
}

export async function probeCgroups(): Promise<Pick<SandboxCgroup, 'limits' | 'sharesProcessors'>> {
  const cgroup = await makeCgroup({ memoryBytes: 2 ** 30, pids: 100, diskBytes: 0 });
  await cgroup.remove();
  return cgroup;
}

async function setLimit(
  folder: string,
  controller: Controller,
  version: 1 | 2,
  limits: Pick<Limits, 'memoryBytes'> & Partial<Limits>,
): Promise<boolean> {
  if (controller === 'cpu' && version === 2) return true;
  const file = {
    memory: version === 1 ? 'memory.limit_in_bytes' : 'memory.max',
    pids: 'pids.max',
    cpu: 'cpu.shares',
  }[controller];
  const value = { memory: limits.memoryBytes, pids: limits.pids, cpu: weights[1] }[controller];
  const isSet = await writeFile(join(folder, file), String(value)).then(() => true, fallback(false, isSystemError));
  // Without a limit for swap, the memory limit would only push pages to swap.
  if (isSet && controller === 'memory') {
    const [swap, most] = version === 1 ? ['memory.memsw.limit_in_bytes', String(value)] : ['memory.swap.max', '0'];
    await writeFile(join(folder, swap as string), most as string).catch(fallback(undefined, isSystemError));
  }
  return isSet;
}

async function setWeight({ folder, version }: WeightedGroup, factor: number): Promise<void> {
  const file = join(folder, version === 1 ? 'cpu.shares' : 'cpu.weight');
  await writeFile(file, String(weights[version] * factor)).catch(fallback(undefined, isSystemError));
}

/** A kernel without this limit and a desktop that has ended are ignored. */
function setQuota({ folder, version }: WeightedGroup, isSlow: boolean): void {
  const [file, quota, none] =
    version === 1 ? ['cpu.cfs_quota_us', `${slowQuota}`, '-1'] : ['cpu.max', `${slowQuota} 100000`, 'max 100000'];
  try {
    writeFileSync(join(folder, file), isSlow ? quota : none);
  } catch {
    // Any fault: the desktop has ended.
  }
}

function threadsIn({ folder, version }: WeightedGroup): number[] {
  try {
    const text = readFileSync(join(folder, version === 1 ? 'tasks' : 'cgroup.threads'), 'utf8');
    return text.split('\n').filter(Boolean).map(Number);
  } catch {
    // Any fault: the desktop has ended.
    return [];
  }
}

async function findBases(place: CgroupPlace): Promise<Base[]> {
  const groups = place.groups.trim().split('\n');
  const mounts = place.mounts.split('\n');
  const bases: Base[] = [];
  for (const line of groups) {
    const [, names = '', path = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    const controllers = all.filter((controller) => names.split(',').includes(controller));
    if (names === '') bases.push(...(await unifiedBases(mounts, path)));
    else if (controllers.length > 0) {
      const mounted = mountOf(
        mounts,
        (type, options) => type === 'cgroup' && options.split(',').includes(controllers[0] as string),
      );
      if (mounted !== null) bases.push({ folder: join(mounted, path), controllers, version: 1 });
    }
  }
  return bases;
}

/** On v2, a cgroup with processes can't limit its children, so this finds the nearest ancestor that can. */
async function unifiedBases(mounts: string[], path: string): Promise<Base[]> {
  const mounted = mountOf(mounts, (type) => type === 'cgroup2');
  if (mounted === null) return [];
  for (let folder = join(mounted, path); folder.startsWith(mounted); folder = join(folder, '..')) {
    const given = (await readFile(join(folder, 'cgroup.subtree_control'), 'utf8').catch(fallback('', isSystemError)))
      .trim()
      .split(' ');
    const controllers = all.filter((controller) => given.includes(controller));
    if (controllers.length > 0) return [{ folder, controllers, version: 2 }];
    if (folder === mounted) break;
  }
  return [];
}

function mountOf(mounts: string[], matches: (type: string, options: string) => boolean): string | null {
  for (const line of mounts) {
    const [left = '', right = ''] = line.split(' - ');
    const [type = '', , options = ''] = right.split(' ');
    if (matches(type, options)) return left.split(' ')[4] ?? null;
  }
  return null;
}

/**
 * The kernel may need seconds to free a killed sandbox's memory. If it needs longer, `sweepCgroups` cleans up later.
 */
async function removeWhenEmpty(folder: string, isOver: AbortSignal): Promise<void> {
  for (let pause = 10; ; pause = Math.min(2 * pause, 250)) {
    const isGone = await rmdir(folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
    if (isGone || isOver.aborted) return;
    await setTimeout(pause);
  }
}
