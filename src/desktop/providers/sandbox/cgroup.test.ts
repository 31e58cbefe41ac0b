import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCgroup, sweepCgroups, watchBytes } from './cgroup.ts';

const limits = { memoryBytes: 4 * 2 ** 30, pids: 400, diskBytes: 2 ** 30 };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cgroup-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A group of the made-up tree, with what it gives to its children. */
function group(path: string, given: string): void {
  mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, path, 'cgroup.subtree_control'), `${given}\n`);
}
const mounted = (type: string, at: string, options: string): string =>
  `24 1 0:21 / ${at} rw,nosuid - ${type} ${type} ${options}`;
/** The folder that the lines which enter a group name for the containers. */
const folderIn = (enter: string): string => {
  const folders = [...enter.matchAll(/(\/\S+)\/cgroup\.procs'/g)].map(([, folder]) => folder ?? '');
  return folders.find((folder) => !folder.endsWith('-watch')) ?? '';
};
const contents = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

describe('a sandbox’s cgroup, version 2', () => {
  const place = (path: string) => ({ groups: `0::${path}\n`, mounts: mounted('cgroup2', root, 'rw,nsdelegate') });

  it('a cgroup is created below the nearest group with controllers, with limits on memory, swap and processes', async () => {
    group('', 'cpu memory pids');
    group('user.slice/user-1000.slice', 'memory pids');
    group('user.slice/user-1000.slice/session-1.scope', '');
    const cgroup = await makeCgroup(limits, place('/user.slice/user-1000.slice/session-1.scope'));
    expect(cgroup.limits).toEqual({ memory: true, pids: true });
    const folder = folderIn(cgroup.enter);
    expect(folder.startsWith(`${join(root, 'user.slice/user-1000.slice')}/osharm-${process.pid}-`)).toBe(true);
    expect(contents(folder, 'memory.max')).toBe(String(limits.memoryBytes));
    expect(contents(folder, 'memory.swap.max')).toBe('0');
    expect(contents(folder, 'pids.max')).toBe('400');
    expect(cgroup.sharesProcessors).toBe(false);
  });

  it('a cgroup shares the processors if the parent group provides the controller', async () => {
    group('', 'cpu memory pids');
    const { limits: held, sharesProcessors } = await makeCgroup(limits, place('/'));
    expect([held, sharesProcessors]).toEqual([{ memory: true, pids: true }, true]);
  });

  it('a desktop is slowed down to a tenth of a processor and back', async () => {
    group('', 'cpu memory pids');
    const { enter, slowDown, threads } = await makeCgroup(limits, place('/'));
    const folder = folderIn(enter);
    slowDown(true);
    expect(contents(folder, 'cpu.max')).toBe('10000 100000');
    slowDown(false);
    expect(contents(folder, 'cpu.max')).toBe('max 100000');
    writeFileSync(join(folder, 'cgroup.threads'), '7\n8\n');
    expect(threads()).toEqual([7, 8]);
  });

  it('a desktop that starts has eight times the weight of a running one', async () => {
    group('', 'cpu memory pids');
    const { enter, started } = await makeCgroup(limits, place('/'));
    const folder = folderIn(enter);
    expect(contents(folder, 'cpu.weight')).toBe('800');
    await started();
    expect(contents(folder, 'cpu.weight')).toBe('100');
  });

  it('a cgroup contains the containers but not their watcher, if the kernel can enter it by descriptor', async () => {
    group('', 'memory pids');
    const { enter, memoryHoldsSupervisor } = await makeCgroup(limits, place('/'));
    const isOpened = new RegExp(`^exec 8>'${root}/osharm-\\S+/cgroup.procs' 7>/dev/null$`, 'm').test(enter);
    expect(isOpened).toBe(!memoryHoldsSupervisor);
    expect(/^echo 0 >'\S+\d\/cgroup\.procs'$/m.test(enter)).toBe(memoryHoldsSupervisor);
  });

  it('the watcher’s cgroup has its own limit, and exceeding it is reported', async () => {
    group('', 'memory pids');
    const { enter, memoryHoldsSupervisor, watchRanOut } = await makeCgroup(limits, place('/'));
    if (memoryHoldsSupervisor) return;
    const folder = /^echo 0 >'(\S+-watch)\/cgroup\.procs'$/m.exec(enter)?.[1] ?? '';
    expect(contents(folder, 'memory.max')).toBe(String(watchBytes));
    expect(await watchRanOut()).toBe(false);
    writeFileSync(join(folder, 'memory.events'), 'low 0\nmax 12\noom 1\noom_kill 1\n');
    expect(await watchRanOut()).toBe(true);
  });

  it('cgroups of harnesses that are gone are removed', async () => {
    const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
    const label = (pid: number) => `${pid}-1${namespace === '4026531836' ? '' : `-${namespace}`}`;
    for (const path of ['job/step', 'other']) group(`${path}/osharm-x`, '');
    const gone = [`job/step/osharm-${label(4_194_304)}-1`, `osharm-${label(4_194_304)}-2-watch`];
    const kept = ['job/step/osharm-x', `job/osharm-${label(4_194_304)}0-nonsense/in-it`, 'other/unrelated'];
    for (const path of [...gone, ...kept]) mkdirSync(join(root, path), { recursive: true });
    expect(await sweepCgroups(place('/other'))).toBe(gone.length);
    for (const path of gone) expect(existsSync(join(root, path))).toBe(false);
    for (const path of kept) expect(existsSync(join(root, path))).toBe(true);
  });

  it('a cgroup has only the limits of its parent group, and is not created without any', async () => {
    group('', '');
    group('work', 'pids');
    const some = await makeCgroup(limits, place('/work'));
    expect(some.limits).toEqual({ memory: false, pids: true });
    expect(some.enter).toMatch(/^echo 0 >.*\nexec 8>\/dev\/null 7>\/dev\/null$/);
    const none = await makeCgroup(limits, place('/'));
    expect(none.limits).toEqual({ memory: false, pids: false });
    expect(none.enter).toBe('exec 8>/dev/null 7>/dev/null');
    expect(none.memoryHoldsSupervisor).toBe(false);
  });
});

it('a sandbox’s cgroups, version 1, are children of this process’s groups, one per controller', async () => {
  mkdirSync(join(root, 'memory/box'), { recursive: true });
  mkdirSync(join(root, 'pids'), { recursive: true });
  mkdirSync(join(root, 'cpu'), { recursive: true });
  const cgroup = await makeCgroup(limits, {
    groups: '8:pids:/\n4:memory:/box\n1:cpu,cpuacct:/\n0::/\n',
    mounts: [
      mounted('cgroup', join(root, 'memory'), 'rw,memory'),
      mounted('cgroup', join(root, 'pids'), 'rw,pids'),
      mounted('cgroup', join(root, 'cpu'), 'rw,cpu,cpuacct'),
    ].join('\n'),
  });
  expect(cgroup.limits).toEqual({ memory: true, pids: true });
  const folders = [...cgroup.enter.matchAll(/'(\/\S+)\/cgroup\.procs'/g)].map(([, folder]) => folder ?? '');
  const ofMemory = folders.filter((folder) => folder.startsWith(join(root, 'memory/box/osharm-')));
  const memory = ofMemory.find((value) => !value.endsWith('-watch')) ?? '';
  for (const watch of ofMemory.filter((value) => value.endsWith('-watch')))
    expect(contents(watch, 'memory.limit_in_bytes')).toBe(String(watchBytes));
  const pids = folders.find((folder) => folder.startsWith(join(root, 'pids/osharm-'))) ?? '';
  expect(contents(memory, 'memory.limit_in_bytes')).toBe(String(limits.memoryBytes));
  // What the limit denies does not go to swap either.
  expect(contents(memory, 'memory.memsw.limit_in_bytes')).toBe(String(limits.memoryBytes));
  expect(contents(pids, 'pids.max')).toBe('400');
  const cpu = folders.find((folder) => folder.startsWith(join(root, 'cpu/osharm-')));
  // On an older kernel the group would hold the supervisor too, and slow it with the desktop.
  expect(cpu === undefined).toBe(cgroup.memoryHoldsSupervisor);
  expect(cgroup.sharesProcessors).toBe(cpu !== undefined);
  if (cpu !== undefined) expect(Number(contents(cpu, 'cpu.shares'))).toBeGreaterThan(1024);
});
