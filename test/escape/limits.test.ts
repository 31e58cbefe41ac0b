import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeCgroups } from '../../src/desktop/providers/sandbox/cgroup.ts';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { accounts, attempt, attemptPython } from './inside.ts';

const provider = new SandboxProvider();
const limits = { memoryBytes: 900 * 2 ** 20, pids: 400, diskBytes: 150 * 2 ** 20 };

beforeAll(() => provider.check());
afterAll(() => provider.close());

/** The host starts programs and answers as if nothing were. */
async function expectHealthyHost(): Promise<void> {
  const start = performance.now();
  const { stdout } = await promisify(execFile)('sh', ['-c', 'echo fine; head -c 1000000 /dev/zero | wc -c']);
  expect(stdout).toBe('fine\n1000000\n');
  // Some 20 ms on a quiet machine; a host without processor time or processes to give takes minutes or fails.
  expect(performance.now() - start).toBeLessThan(15_000);
}

/** Whatever the attack did to it, a desktop is either running or known to be destroyed, and what was in it can be read. */
async function expectKnownState(desktop: SandboxDesktop): Promise<void> {
  expect(['running', 'destroyed']).toContain(desktop.state().state);
  expect((await desktop.readFile('/etc/hostname'))?.toString().trim()).toBe('desktop');
}

describe.each(accounts)('%s inside', (account) => {
  // For the limits that a desktop survives; what reaches the process limit comes last, since it stays there.
  let shared: SandboxDesktop;
  beforeAll(async () => {
    shared = await provider.create({ width: 1280, height: 720, limits });
  });
  afterAll(() => shared.close());

  it('a thread inside has no descriptor table that its process does not have', async () => {
    const program = `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for call in ((libc.unshare, 0x400), (libc.syscall, 436, 1000, 1001, 2)):
    print(call[0](*call[1:]), ctypes.get_errno())`;
    expect((await attemptPython(shared, account, program)).output).toBe('-1 1\n-1 38\n');
  });

  it('an agent inside is bound by the disk limit wherever it can write', async () => {
    for (const place of ['/home/user', '/tmp', '/dev/shm', ...(account === 'root' ? ['/', '/run', '/var/lib'] : [])]) {
      const { output } = await attempt(
        shared,
        account,
        `dd if=/dev/zero of=${place}/large bs=1M count=400 2>&1; rm -f ${place}/large`,
      );
      expect(output).toContain('No space left on device');
    }
    const { output } = await attempt(shared, account, 'echo enough > /tmp/small && cat /tmp/small');
    expect(output).toBe('enough\n');
    await expectHealthyHost();
    await expectKnownState(shared);
  });

  it('a fork bomb is bound by the process limit', async () => {
    const desktop = await provider.create({ width: 1280, height: 720, limits });
    const bomb = attempt(desktop, account, 'bomb() { bomb | bomb & }; bomb; sleep 2; echo still here').catch(
      () => null,
    );
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await expectHealthyHost();
    await expectKnownState(desktop);
    await desktop.close();
    await bomb;
    await expectHealthyHost();
  });

  it('an agent inside is bound by the memory limit', async () => {
    const desktop = await provider.create({ width: 1280, height: 720, limits });
    const program = `
kept = []
for turn in range(400):
    kept.append(bytearray(10 * 1024 * 1024))
print('NOT', 'STOPPED')`;
    const result = await attemptPython(desktop, account, program).catch(() => null);
    expect(result?.output ?? '').not.toContain('NOT STOPPED');
    await expectHealthyHost();
    await expectKnownState(desktop);
    await desktop.close();
  });

  it('an agent inside cannot use up others’ open files', async () => {
    const desktop = await provider.create({ width: 1280, height: 720, limits: { ...limits, memoryBytes: 2 ** 31 } });
    const program = `
import os, resource, time
# sudo lowers root's.
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
def hold():
    held = []
    try:
        while True: held.append(os.open('/dev/null', os.O_RDONLY))
    except OSError as error: return len(held), error.errno
count, errno = hold()
print('held', count, errno, flush=True)
for turn in range(120):
    if os.fork() == 0:
        os.closerange(3, 5000)
        hold(); time.sleep(30); os._exit(0)
time.sleep(20)`;
    const done = attemptPython(desktop, account, program).catch(() => null);
    await expect
      .poll(() => desktop.state())
      .toMatchObject({ state: 'destroyed', reason: expect.stringMatching(/descriptors limit/) });
    expect((await shared.exec(['ls', '/'])).returncode).toBe(0);
    await done;
    await expectHealthyHost();
    await expectKnownState(desktop);
    await desktop.close();
  });

  it('an agent inside is bound by the process limit', async () => {
    const program = `
import os, time
count = 0
try:
    while count < 5000:
        if os.fork() == 0:
            time.sleep(30); os._exit(0)
        count += 1
except OSError as error: print('stopped', count, error.errno, flush=True)
else: print('NOT', 'STOPPED', flush=True)`;
    const { output } = await attemptPython(shared, account, program);
    const [, count, errno] = /stopped (\d+) (\d+)/.exec(output) ?? [];
    expect(output).not.toContain('NOT STOPPED');
    expect(Number(errno)).toBe(11);
    expect(Number(count)).toBeLessThan(limits.pids);
    await expectHealthyHost();
    await expectKnownState(shared);
  });
});

/** The command lines of all processes in this process's groups of one controller. */
function commandsInGroups(controller: string): string[] {
  const ours = new RegExp(`^\\d+:(?:|(?:.*,)?${controller}(?:,.*)?):.*/osharm-${process.pid}-(?!.*-watch$)`, 'm');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isIn = ours.test(readFileSync(`/proc/${pid}/cgroup`, 'utf8'));
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        // The shells that wait for a container name everything in their script.
        return isIn && !command.startsWith('sh\0') ? [command] : [];
      } catch {
        return [];
      }
    });
}

it('everything inside shares the processors as one group, apart from its watchers', async (test) => {
  if (!(await probeCgroups()).sharesProcessors) test.skip('This account can make no groups for processors.');
  const desktop = await provider.create({ width: 1280, height: 720, limits });
  await attempt(desktop, 'root', 'setsid -f sleep 300');
  const commands = commandsInGroups('cpu');
  for (const inside of ['Xvfb', 'session.mjs', 'sleep\u0000300'])
    expect(commands.filter((command) => command.includes(inside))).not.toHaveLength(0);
  for (const outside of ['supervisor.mjs', 'program_log.py', 'packet_log.py'])
    expect(commands.filter((command) => command.includes(outside))).toHaveLength(0);
  await desktop.close();
  expect(commandsInGroups('cpu')).toHaveLength(0);
});
