import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isSystemError, rethrowUnless } from '../../src/base/expected-errors.ts';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';

const run = promisify(execFile);
const provider = new SandboxProvider();
const size = { width: 1280, height: 720 };
const isRoot = process.getuid?.() === 0;
/** Two of them: what ends one must not touch the other. */
let other: SandboxDesktop;

beforeAll(async () => {
  await provider.check();
  other = await provider.create(size);
});
afterAll(() => provider.close());

/** Seconds that the program sleeps by which a desktop's sandbox is known: another may have been started beside it that was late. */
let marks = 100_000;

/** The process of this desktop's sandbox that runs a program, by the end of a word of its command line. */
async function processOf(desktop: SandboxDesktop, word: string): Promise<number> {
  marks += 1;
  await desktop.exec(`setsid sleep ${marks} >/dev/null 2>&1 &`, { shell: true });
  const parents = new Map<number, { parent: number; command: string[] }>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      parents.set(Number(name), { parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command });
    } catch (error) {
      // It ended.
      rethrowUnless(error, isSystemError);
    }
  }
  const topOf = (pid: number): number => {
    const above = parents.get(pid)?.parent ?? 0;
    return above === process.pid || above <= 1 ? pid : topOf(above);
  };
  const [mark] = [...parents].find(([, { command }]) => command.includes(String(marks))) ?? [];
  expect(mark, 'the mark of the desktop').toBeDefined();
  const found = [...parents].filter(
    ([pid, { command }]) =>
      !command.includes('-c') && command.some((value) => value.endsWith(word)) && topOf(pid) === topOf(mark ?? 0),
  );
  expect(found.length, word).toBeGreaterThan(0);
  // Of a program in a container, the runtime that started it comes first.
  return Math.max(...found.map(([pid]) => pid));
}

/** Writes into another process's descriptor, as that process could. */
async function say(pid: number, descriptor: number, text: string): Promise<void> {
  const program = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
found = libc.syscall(438, os.pidfd_open(int(sys.argv[1])), int(sys.argv[2]), 0)
if found < 0: raise OSError(ctypes.get_errno(), 'pidfd_getfd')
os.write(found, sys.argv[3].encode())`;
  await run('python3', ['-c', program, String(pid), String(descriptor), text]);
}

async function ended(desktop: SandboxDesktop): Promise<void> {
  for (let turn = 0; turn < 600 && desktop.state().state === 'running'; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

describe.skipIf(!isRoot)('sandboxes with misbehaving programs', () => {
  it.each([
    [
      'the supervisor sends something that is not JSON',
      'supervisor.mjs',
      1,
      'Aborted (core dumped)\n',
      /supervisor sent a malformed message/,
    ],
    [
      'the mock services log an invalid entry',
      'internet.mjs',
      1,
      '{"time":"now"}\n',
      /log of its internet sent a malformed message/,
    ],
    ['the mock services log an endless line', 'internet.mjs', 1, '{"body":"', null],
  ])('a sandbox ends without affecting others if %s', async (_, word, descriptor, text, reason) => {
    const desktop = await provider.create(size);
    await desktop.indexFiles();
    await say(await processOf(desktop, word), descriptor, text);
    if (reason === null) {
      // Cut off for good: the program dies in the middle of the line.
      process.kill(await processOf(desktop, word), 'SIGKILL');
      await ended(desktop);
      expect(desktop.state()).toMatchObject({ state: 'destroyed' });
      expect(await desktop.webLog(0)).toEqual([]);
    } else {
      await ended(desktop);
      expect(desktop.state()).toMatchObject({ state: 'destroyed', reason: expect.stringMatching(reason) });
    }
    await expect(desktop.screenshot()).rejects.toMatchObject({ code: 'desktop-destroyed' });
    await desktop.close();
    expect((await other.exec(['echo', 'well'])).output).toBe('well\n');
  });

  it.each([
    ['program_log.py', 'destroyed', 'desktop-destroyed'],
    ['internet.mjs', 'destroyed', 'desktop-destroyed'],
    // Nobody inside can do that: it is this machine's doing.
    ['supervisor.mjs', 'failed', 'sandbox-killed'],
  ])('a sandbox ends with a typed error if %s dies', async (word, state, code) => {
    const desktop = await provider.create(size);
    await desktop.indexFiles();
    process.kill(await processOf(desktop, word), 'SIGKILL');
    await ended(desktop);
    expect(desktop.state().state).toBe(state);
    await expect(desktop.execute('print(1)')).rejects.toMatchObject({ code });
    await desktop.close();
    expect((await other.exec(['echo', 'well'])).output).toBe('well\n');
  });

  it('a sandbox is served by this machine while its supervisor is stopped', async () => {
    const desktop = await provider.create(size);
    const supervisor = await processOf(desktop, 'supervisor.mjs');
    process.kill(supervisor, 'SIGSTOP');
    const silent = new Promise((resolve) => setTimeout(resolve, 2000, 'silent'));
    expect(await Promise.race([desktop.programsSeen(0), silent])).toBe('silent');
    expect(await desktop.isServed()).toBe(true);
    process.kill(supervisor, 'SIGCONT');
    await desktop.close();
  });

  it('a sandbox ends with an error of this machine if the disk is full', async () => {
    const small = mkdtempSync(join(tmpdir(), 'small-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small]);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = small;
    try {
      const desktop = await provider.create(size);
      await desktop
        .exec('head -c 1000000 /dev/urandom | curl -sS --data-binary @- http://files.example/', { shell: true })
        .catch(() => null);
      await ended(desktop);
      expect(desktop.state()).toMatchObject({
        state: 'failed',
        error: { code: 'desktop-log-not-kept', blame: 'environment' },
      });
      await expect(desktop.screenshot()).rejects.toMatchObject({ code: 'desktop-log-not-kept' });
      await desktop.close();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      // What was killed holds its files until the kernel has taken it down, which a busy machine does late.
      await vi.waitFor(() => run('umount', [small]), { timeout: 20_000, interval: 250 });
      rmSync(small, { recursive: true });
    }
    expect((await other.exec(['echo', 'well'])).output).toBe('well\n');
  });
});
