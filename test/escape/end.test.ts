import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DesktopDestroyedError } from '../../src/desktop/client/desktop-destroyed-error.ts';
import { cgroupFolders, makeCgroup, sweepCgroups } from '../../src/desktop/providers/sandbox/cgroup.ts';
import { sweepRunFolders } from '../../src/desktop/providers/sandbox/run-folder.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { attempt } from './inside.ts';

const provider = new SandboxProvider();
const size = { width: 1280, height: 720 };

beforeAll(() => provider.check());
afterAll(() => provider.close());

interface Traces {
  processes: number[];
  /** `mnt:[…]`, `net:[…]` … that this process isn't in. */
  namespaces: string[];
}

/** All processes below one but those of `others`, and the namespaces that they are in and neither we nor `others` are. */
function tracesOf(root: number, others: readonly number[] = []): Traces {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  const processes = [...parents.keys()].filter((pid) => isBelow(pid) && !others.includes(pid));
  const namespaces = new Set([process.pid, ...others].flatMap(namespacesOf));
  return {
    processes,
    namespaces: [...new Set(processes.flatMap(namespacesOf))].filter((name) => !namespaces.has(name)),
  };
}

function namespacesOf(pid: number): string[] {
  return ['mnt', 'net', 'pid', 'user', 'ipc', 'uts'].flatMap((kind) => {
    try {
      return [readlinkSync(`/proc/${pid}/ns/${kind}`)];
    } catch {
      return [];
    }
  });
}

/**
 * Waits up to twenty seconds until nothing of it is there; gives back what is. Mounts live and die with their namespace.
 * A namespace's number is soon given to another, so only processes from before count.
 */
async function leftOf(traces: Traces, before = Date.now()): Promise<Traces> {
  let left = traces;
  for (let turn = 0; turn < 400; turn += 1) {
    const old = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && startOf(name) < before);
    const present = new Set(old.flatMap((name) => namespacesOf(Number(name))));
    left = {
      processes: traces.processes.filter((pid) => old.includes(String(pid)) && !isZombie(pid)),
      namespaces: traces.namespaces.filter((name) => present.has(name)),
    };
    if (left.processes.length === 0 && left.namespaces.length === 0) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return left;
}

/** When a process started, in Unix milliseconds, to 10 ms. */
function startOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
    return Date.now() - uptime * 1000 + ticks * 10 - 20;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

function expectReal(traces: Traces): void {
  expect(traces.processes.length).toBeGreaterThan(10);
  for (const kind of ['mnt', 'net', 'pid', 'user'])
    expect(traces.namespaces.filter((name) => name.startsWith(kind)).length).toBeGreaterThan(0);
}

it('a desktop whose processes were all killed from inside is destroyed, and its effects are still recorded', async () => {
  const desktop = await provider.create(size);
  await desktop.indexFiles();
  await attempt(desktop, 'user', 'echo last words > ~/note.txt');
  await attempt(desktop, 'root', 'kill -9 -1').catch((error: unknown) =>
    expect(error).toBeInstanceOf(DesktopDestroyedError),
  );
  await expect(desktop.execute('print(1)')).rejects.toBeInstanceOf(DesktopDestroyedError);
  await expect(desktop.screenshot()).rejects.toMatchObject({
    code: 'desktop-destroyed',
    blame: 'agent',
    isRetryable: false,
  });
  expect(desktop.state()).toMatchObject({ state: 'destroyed' });
  expect((await desktop.readFile('/home/user/note.txt'))?.toString()).toBe('last words\n');
  expect((await desktop.scanFiles()).map((change) => change.path)).toContain('/home/user/note.txt');
  expect((await desktop.programsSeen(0)).length).toBeGreaterThan(5);
  expect(await desktop.webLog(0)).toEqual([]);
  await desktop.close();
  expect(desktop.state()).toEqual({ state: 'closed' });
});

it('remaining programs are ended before the final scan, and everything until then is logged', async () => {
  const desktop = await provider.create(size);
  await desktop.indexFiles();
  const writer = `import os, socket
with open('/home/user/count', 'w') as f:
    turn = 0
    while True:
        f.seek(0); f.write(str(turn)); f.flush(); turn += 1`;
  const talker = `import socket, time
said = socket.create_connection(('someone.example', 80))
said.send(b'POST / HTTP/1.1\\r\\nHost: someone.example\\r\\nContent-Length: 99\\r\\n\\r\\nhalf-said')
open('/home/user/said', 'w').write('yes')
time.sleep(600)`;
  const forks = `import os, time
while True:
    if os.fork() == 0:
        open('/home/user/forked', 'a').write('x'); time.sleep(0.2); os._exit(0)
    time.sleep(0.005)`;
  for (const code of [writer, talker, forks]) await desktop.launch(['setsid', '-f', 'python3', '-c', code]);
  for (const sign of ['count', 'forked', 'said'])
    await expect.poll(async () => (await desktop.readFile(`/home/user/${sign}`))?.length ?? 0).toBeGreaterThan(0);
  await desktop.endPrograms();
  const hash = async (path: string) => (await desktop.scanFiles()).find((change) => change.path === path)?.after?.hash;
  const count = await desktop.readFile('/home/user/count');
  const seen = await hash('/home/user/count');
  expect(seen).toBe(
    createHash('sha256')
      .update(count ?? '')
      .digest('hex'),
  );
  expect(await desktop.processesAlive()).toEqual([]);
  expect((await desktop.webLog(0)).find(({ method }) => method === 'POST')).toMatchObject({
    host: 'someone.example',
    body: Buffer.from('half-said').toString('base64'),
  });
  expect(await desktop.readFile('/home/user/count')).toEqual(count);
  expect(await hash('/home/user/count')).toBe(seen);
  expect(desktop.state()).toEqual({ state: 'running' });
  await expect(desktop.exec(['true'])).rejects.toMatchObject({ code: 'desktop-programs-ended', blame: 'harness' });
  await desktop.close();
});

it('nothing of a desktop remains after close', async () => {
  // A test that failed may have left its desktop.
  const others = tracesOf(process.pid).processes;
  const desktop = await provider.create(size);
  await desktop.launch(['mousepad']);
  await attempt(desktop, 'user', 'setsid -f sleep 300; (nohup sleep 301 &) ; true');
  const traces = tracesOf(process.pid, others);
  expectReal(traces);
  const folder = desktop.controlPath.replace(/\/[^/]*$/, '');
  expect(existsSync(folder)).toBe(true);
  await desktop.close();
  expect(await leftOf(traces)).toEqual({ processes: [], namespaces: [] });
  expect(existsSync(folder)).toBe(false);
});

const program = `
import { SandboxProvider } from ${JSON.stringify(fileURLToPath(new URL('../../src/desktop/providers/sandbox/sandbox-provider.ts', import.meta.url)))};
const provider = new SandboxProvider();
const desktop = await provider.create({ width: 1280, height: 720 });
await desktop.launch(['mousepad']);
console.log('up');
process.on('SIGINT', async () => { await provider.close(); process.exit(130); });
setInterval(() => {}, 1000);
`;

it.each(['SIGINT', 'SIGKILL', 'SIGTERM'] as const)(
  'nothing of a desktop remains after %s to the harness',
  async (signal) => {
    const harness = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
    });
    await once(createInterface({ input: harness.stdout }), 'line');
    const traces = tracesOf(harness.pid as number);
    expectReal(traces);
    harness.kill(signal);
    await once(harness, 'exit');
    expect(await leftOf(traces)).toEqual({ processes: [], namespaces: [] });
    await sweepRunFolders();
    await sweepCgroups();
    expect(await Promise.all([sweepRunFolders(), sweepCgroups()])).toEqual([0, 0]);
  },
);

it('the cgroups of a desktop are removed even if its last process takes two seconds to exit', async (context) => {
  const own = new RegExp(`^osharm-${process.pid}-`);
  const names = async () =>
    (await cgroupFolders()).flatMap((folder) => readdirSync(folder)).filter((name) => own.test(name));
  const others = await names();
  const cgroup = await makeCgroup({ memoryBytes: 2 ** 30, pids: 100, diskBytes: 0 });
  if (!cgroup.limits.memory && !cgroup.limits.pids) return context.skip('This account may make no cgroups.');
  const made = (await names()).filter((name) => !others.includes(name));
  const inside = spawn('sh', ['-c', `${cgroup.enter}\necho 0 >&8\necho in\nexec sleep 2`]);
  await once(inside.stdout, 'data');
  expect(made).not.toEqual([]);
  await cgroup.remove();
  expect((await names()).filter((name) => made.includes(name))).toEqual([]);
});

it('a sandbox that is still starting is killed when the harness exits', async () => {
  const harness = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'ignore', 'ignore'],
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  let traces: Traces = { processes: [], namespaces: [] };
  while (traces.namespaces.length < 3) {
    traces = tracesOf(harness.pid as number);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  harness.kill('SIGKILL');
  await once(harness, 'exit');
  expect(await leftOf(traces)).toEqual({ processes: [], namespaces: [] });
});
