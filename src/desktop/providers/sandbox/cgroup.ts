import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fallback, isSystemError } from '../../../base/expected-errors.ts';
import { labelledProcess, processLabel } from '../../../base/record/process-identity.ts';
import { timeLimits } from '../../../base/record/time-limits.ts';
import type { Limits } from './oci-spec.ts';

/** One cgroup (v2) or one per controller (v1) that holds a sandbox. */
export interface SandboxCgroup {
  limits: { memory: boolean; pids: boolean };
  /** Do its containers share the processors as one, so that a thousand programs inside take no more of them than a few do? */
  sharesProcessors: boolean;
  /**
   * Shell lines that put the shell itself into what holds the whole sandbox, and open the ways into what holds its containers alone as
   * descriptors 8 and 7: `echo 0 >&8` takes one. Memory and processors are of the second kind, so that what a desktop takes never ends or
   * slows who looks at it.
   */
  enter: string;
  /** Does the limit of memory hold the supervisor too? Where the kernel is older than 5.17: there it may end for what the desktop took. */
  memoryHoldsSupervisor: boolean;
  /** Whether the kernel ended a process of what watches the desktop because that passed its own limit of memory (`watchBytes`). */
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

/**
 * Weight of one desktop's containers beside each single program (v1, where 1024 is a program's). Version 2 keeps the
 * usual 100, which is that of the harness's whole group.
 */
const shares = 2048;
const prefix = 'osharm-';
/**
 * Bytes of memory that the supervisor and the logs of one sandbox may take in a group of their own: twice what they
 * took for 392,000 files with names of 196 letters, so that what a desktop holds can't take the machine's memory
 * through them.
 */
export const watchBytes = 2 ** 30;
let counter = 0;

/** Where this process is, and what is mounted: `/proc/self/cgroup` and `/proc/self/mountinfo`. */
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
 * Makes a cgroup with these limits as a child of this process's own (v1), or below a delegated one (v2), where this
 * account may; the limits that it could not set are false. The limits of groups above stay in force. `place`: for tests.
 */
export async function makeCgroup(limits: Limits, place?: CgroupPlace): Promise<SandboxCgroup> {
  counter += 1;
  const name = `${prefix}${processLabel()}-${counter}`;
  const held: Record<Controller, boolean> = { memory: false, pids: false, cpu: false };
  const folders: string[] = [];
  const whole: string[] = [];
  const ofContainers: string[] = [];
  const watching: string[] = [];
  for (const base of await findBases(place ?? (await ownPlace()))) {
    const isOfContainers = base.controllers.includes('memory') || base.controllers.includes('cpu');
    // A share that holds the supervisor too would slow it with the desktop.
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
  }
  const [first, second] = ofContainers.map(procsOf);
  return {
    limits: { memory: held.memory, pids: held.pids },
    sharesProcessors: held.cpu,
    memoryHoldsSupervisor: held.memory && first === undefined,
    enter: [
      ...[...whole, ...watching].map((folder) => `echo 0 >${procsOf(folder)}`),
      `exec 8>${first ?? '/dev/null'} 7>${second ?? '/dev/null'}`,
    ].join('\n'),
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

/** How many processes of a group the kernel ended because the group passed its limit of memory. */
async function endedIn(folder: string): Promise<number> {
  const files = ['memory.events', 'memory.oom_control'].map((name) => readFile(join(folder, name), 'utf8'));
  const text = await Promise.any(files).catch(fallback('', (error) => error instanceof AggregateError));
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0);
}

const procsOf = (folder: string): string => `'${folder.replaceAll("'", "'\\''")}/cgroup.procs'`;

/** Does this kernel let whoever holds an open `cgroup.procs` use it with the rights of who opened it (5.17 and later)? */
function entersLate(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 17);
}

/** Folders that this process's cgroups are made in. */
export async function cgroupFolders(): Promise<string[]> {
  return (await findBases(await ownPlace())).map(({ folder }) => folder);
}

/** Groups that a sweep looks into; a machine with systemd has some hundreds. */
const mostSwept = 5_000;

/**
 * Removes the empty cgroups of processes that are gone, wherever in the tree they were made: a harness that was killed
 * may have had a group of its own. Returns how many. `place`: for tests.
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

/** 1 where the group is removed; 0 where anything runs in it, which the kernel knows. */
async function removedEmpty(folder: string): Promise<number> {
  return rmdir(folder).then(() => 1, fallback(0, isSystemError));
}

/** Where the trees of groups are that a sandbox may have one in, each once. */
function mountsOfCgroups(mounts: string): string[] {
  const lines = mounts.split('\n');
  const v1 = all.map((controller) =>
    mountOf(lines, (type, options) => type === 'cgroup' && options.split(',').includes(controller)),
  );
  const found = [...v1, mountOf(lines, (type) => type === 'cgroup2')];
  return [...new Set(found.filter((path) => path !== null))];
}

/** What a cgroup can do for this account, found by making one. */
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
  const value = { memory: limits.memoryBytes, pids: limits.pids, cpu: shares }[controller];
  const isSet = await writeFile(join(folder, file), String(value)).then(() => true, fallback(false, isSystemError));
  // Without this, what the memory limit denies goes to swap.
  if (isSet && controller === 'memory') {
    const [swap, most] = version === 1 ? ['memory.memsw.limit_in_bytes', String(value)] : ['memory.swap.max', '0'];
    await writeFile(join(folder, swap as string), most as string).catch(fallback(undefined, isSystemError));
  }
  return isSet;
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

/** In v2 a group with processes can't have limited children: use the root or the nearest group above that gives controllers. */
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
 * Removes a group once its last process has left it: the kernel may take seconds to free what thousands of killed ones held. A group
 * that still holds one at the end of that time is left for the next start of osharm (`sweepCgroups`).
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
