import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { accounts, attempt, attemptPython } from './inside.ts';

const provider = new SandboxProvider();
let desktop: SandboxDesktop;

beforeAll(async () => {
  await provider.check();
  desktop = await provider.create({ width: 1280, height: 720 });
});

afterAll(() => provider.close());

// Numbers of system calls on x86-64, with arguments that would do something where it is allowed.
const calls = `
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    ctypes.set_errno(0)
    result = libc.syscall(*[a if isinstance(a, bytes) else ctypes.c_long(a) for a in arguments])
    return 'ok' if result >= 0 else errno.errorcode.get(ctypes.get_errno(), '?')
`;

describe.each(accounts)('%s inside', (account) => {
  it('an agent inside cannot create or enter namespaces', async () => {
    const program = `${calls}
import os
flags = dict(time=0x80, mount=0x20000, cgroup=0x2000000, uts=0x4000000, ipc=0x8000000, user=0x10000000, pid=0x20000000, net=0x40000000)
for name, flag in flags.items(): print(name, call(272, flag))
for name, flag in flags.items():
    if name == 'time': continue
    ctypes.set_errno(0)
    pid = libc.syscall(ctypes.c_long(56), ctypes.c_long(flag | 17), 0, 0, 0, 0)
    if pid == 0: os._exit(0)
    print('clone', name, 'ok' if pid > 0 else errno.errorcode[ctypes.get_errno()])
print('clone3', call(435, 0, 0))
fd = os.open('/proc/self/ns/net', os.O_RDONLY)
print('setns', call(308, fd, 0))`;
    const { output } = await attemptPython(desktop, account, program);
    const lines = output.trim().split('\n');
    expect(lines).toHaveLength(17);
    expect(lines.filter((line) => !line.endsWith('EPERM'))).toEqual(['clone3 ENOSYS']);
  });

  it('an agent inside cannot mount or change mounts', async () => {
    const program = `${calls}
import os
os.makedirs('/tmp/m', exist_ok=True)
print('mount', call(165, b'tmpfs', b'/tmp/m', b'tmpfs', 0, 0))
print('bind', call(165, b'/proc/1/root', b'/tmp/m', b'', 4096, 0))
print('remount', call(165, b'none', b'/sys', b'', 32 | 4096, 0))
print('umount', call(166, b'/sys', 2))
print('pivot_root', call(155, b'/tmp', b'/tmp/m'))
print('open_tree', call(428, -100, b'/', 1))
print('fsopen', call(430, b'tmpfs', 0))
print('move_mount', call(429, -100, b'/tmp', -100, b'/tmp/m', 0))
print('mount_setattr', call(442, -100, b'/', 0, 0, 0))`;
    const { output } = await attemptPython(desktop, account, program);
    const lines = output.trim().split('\n');
    expect(lines).toHaveLength(9);
    expect(lines.filter((line) => !line.endsWith('EPERM'))).toEqual([]);
  });

  it('an agent inside cannot reach into the kernel', async () => {
    const program = `${calls}
names = dict(bpf=321, keyctl=250, add_key=248, request_key=249, perf_event_open=298, userfaultfd=323, open_by_handle_at=304,
  kexec_load=246, kexec_file_load=320, init_module=175, finit_module=313, delete_module=176, reboot=169, swapon=167, settimeofday=164,
  clock_settime=227, iopl=172, ioperm=173, syslog=103, quotactl=179, acct=163, fanotify_init=300)
for name, number in names.items(): print(name, call(number, 0, 0, 0, 0, 0))
print('io_uring', call(425, 8, 0))`;
    const { output } = await attemptPython(desktop, account, program);
    const lines = output.trim().split('\n');
    expect(lines).toHaveLength(23);
    expect(lines.filter((line) => !line.endsWith('EPERM'))).toEqual(['io_uring ENOSYS']);
  });

  it('an agent inside cannot lease a file, which would hold up whoever reads it', async () => {
    const program = `${calls}
import fcntl, os
file = os.open('/tmp/leased', os.O_RDWR | os.O_CREAT, 0o644)
for command in (1024, 1024 | 1 << 40, 1040): print(call(72, file, command, fcntl.F_WRLCK))
print(call(72, file, fcntl.F_GETFL, 0))`;
    const { output } = await attemptPython(desktop, account, program);
    expect(output.trim().split('\n')).toEqual(['EINVAL', 'EINVAL', 'EINVAL', 'ok']);
  });

  it('an agent inside cannot write global kernel settings', async () => {
    const script = `for f in /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname /proc/sysrq-trigger /proc/sys/vm/drop_caches /sys/power/state /sys/kernel/uevent_helper /proc/sys/net/ipv4/ip_forward; do
  (echo x > $f) 2>/dev/null && echo WROTE $f; done
dmesg 2>&1 | head -1; hostname elsewhere; cat /proc/kcore /proc/keys 2>/dev/null | head -c 10; true`;
    const { output } = await attempt(desktop, account, script);
    expect(output).not.toContain('WROTE');
    expect(output).toMatch(/not permitted|must be root/);
  });

  it('an agent inside has no capability outside its own namespaces', async () => {
    const { output } = await attempt(
      desktop,
      account,
      'grep -E "Cap(Eff|Bnd)|Seccomp:" /proc/self/status; cat /proc/self/uid_map',
    );
    const bounding = BigInt(`0x${/CapBnd:\s+(\S+)/.exec(output)?.[1]}`);
    const forbidden = {
      netAdmin: 12n,
      netRaw: 13n,
      sysModule: 16n,
      sysRawio: 17n,
      sysAdmin: 21n,
      sysBoot: 22n,
      sysTime: 25n,
      mknod: 27n,
      syslog: 34n,
      bpf: 39n,
    };
    for (const [name, bit] of Object.entries(forbidden)) expect([name, (bounding >> bit) & 1n]).toEqual([name, 0n]);
    expect(output).toMatch(/Seccomp:\s+2/);
  });
});
