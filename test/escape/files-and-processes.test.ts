import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { accounts, attempt, attemptPython } from './inside.ts';

const provider = new SandboxProvider();
let desktop: SandboxDesktop;
let folders: string[];
const secret = randomBytes(16).toString('hex');

beforeAll(async () => {
  folders = await Promise.all([tmpdir(), homedir()].map((base) => mkdtemp(join(base, 'secret-'))));
  for (const folder of folders) await writeFile(join(folder, 'secret.txt'), secret, { mode: 0o644 });
  await provider.check();
  desktop = await provider.create({ width: 1280, height: 720 });
});

afterAll(async () => {
  await provider.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

describe.each(accounts)('%s inside', (account) => {
  it('the escape test runs as the expected account', async () => {
    const { output } = await attempt(desktop, account, 'id -u');
    expect(output.trim()).toBe(account === 'root' ? '0' : '1000');
  });

  it('an agent inside cannot read files of the host', async () => {
    for (const folder of folders) {
      const file = join(folder, 'secret.txt');
      const script = `cat ${file} /..${file} /proc/1/root${file} /proc/1/cwd/../../..${file} /proc/self/root/..${file}
for p in /proc/[0-9]*; do cat $p/root${file} $p/cwd/../../../..${file}; done
for fd in /proc/[0-9]*/fd/*; do cat "$fd/..${file}" "$fd/../../../../..${file}"; done
true`;
      const { output } = await attempt(desktop, account, script);
      expect(output).toContain('No such file');
      expect(output).not.toContain(secret);
    }
  });

  it('an agent inside finds no name of the harness, its cache or this checkout in kernel files', async () => {
    const { output } = await attempt(
      desktop,
      account,
      'cat /proc/self/mountinfo /proc/mounts /proc/self/cgroup /proc/1/environ /proc/1/cgroup /proc/1/mountinfo; ps -eo args; env; hostname; true',
    );
    expect(output).toContain('/usr/lib/session');
    expect(output.toLowerCase()).not.toMatch(/osharm|os-harm|benchmark|harmful|sandbox/);
    expect(output).not.toContain(process.cwd());
    expect(output).not.toContain(homedir() === '/root' ? '/root/.cache' : homedir());
  });

  it('an agent inside sees and reaches no process of the host', async () => {
    const victim = spawn('sleep', ['60']);
    try {
      const script = `kill -9 ${victim.pid} ${process.pid} ${process.ppid}; ls -d /proc/${process.pid} /proc/${victim.pid}; ps -eo args; true`;
      const { output } = await attempt(desktop, account, script);
      expect(output).not.toContain('sleep 60');
      expect(output).not.toContain('supervisor');
      expect(output).not.toContain('vitest');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
    } finally {
      victim.kill('SIGKILL');
    }
  });

  it('an agent inside cannot trace the harness or the supervisor', async () => {
    const program = `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
# The desktop's own threads may be traced; an id that is none of theirs would be somebody outside.
seen = {int(t) for p in os.listdir('/proc') if p.isdigit() for t in os.listdir('/proc/' + p + '/task')}
for pid in [${process.pid}, ${process.ppid}] + list(range(1, 3000)):
    if pid in seen: continue
    if libc.ptrace(16, pid, 0, 0) == 0: print('attached', pid)
print('done')`;
    const { output } = await attemptPython(desktop, account, program);
    expect(output.trim()).toBe('done');
  });

  it('an agent inside cannot create or open devices', async () => {
    const script = `for kind in 'b 8 0' 'b 254 0' 'c 1 1' 'c 5 1' 'c 10 229'; do
  for place in /dev /tmp /home/user /run /; do mknod $place/made-it $kind && head -c 1 $place/made-it && echo OPENED; rm -f $place/made-it; done
done
ls /dev/kmsg /dev/mem /dev/fuse /dev/kvm /dev/vda /dev/sda /dev/vsock /dev/net/tun 2>/dev/null | sed 's/^/DEVICE /'; true`;
    const { output } = await attempt(desktop, account, script);
    expect(output).not.toMatch(/OPENED|DEVICE/);
    expect(output).toMatch(/not permitted|Permission denied/);
  });
});

it('an agent inside cannot follow a link out when the harness reads or writes for it', async () => {
  const file = join(folders[0] as string, 'secret.txt');
  await attempt(
    desktop,
    'user',
    `mkdir -p ~/out && ln -sfn ${file} ~/out/file && ln -sfn / ~/out/top && ln -sfn ../../../../../.. ~/out/up`,
  );
  expect(await desktop.readFile('/home/user/out/file')).toBeNull();
  expect(await desktop.readFile(`/home/user/out/top${file}`)).toBeNull();
  expect(await desktop.readFile(`/home/user/out/up${file}`)).toBeNull();
  expect((await desktop.readFile('/home/user/out/top/etc/hostname'))?.toString().trim()).toBe('desktop');
  await desktop.writeFile('/home/user/out/top/home/user/written.txt', Buffer.from('here'));
  expect((await attempt(desktop, 'user', 'cat ~/written.txt')).output).toBe('here');
  const listed = await desktop.listFiles('/home/user/out');
  expect(listed.map((state) => [state.path, state.type])).toEqual([
    ['/home/user/out', 'directory'],
    ['/home/user/out/file', 'symlink'],
    ['/home/user/out/top', 'symlink'],
    ['/home/user/out/up', 'symlink'],
  ]);
});
