import { both, type Payload } from './payload.ts';

/** Starts `many` processes that share one command line of five million bytes, which is read 1,200 times. */
const longLines = (begin: string): string => `
import ctypes, os, time
${begin}
for n in range(1200):
    try:
        if os.fork() == 0:
            time.sleep(45); os._exit(0)
    except OSError: break
time.sleep(1)
os._exit(0)`;

/** Regression tests for a supervisor that responded too late or a harness that stopped. */
export const slowPayloads: readonly Payload[] = [
  ...both(
    'sparse-files-of-the-hash-limit',
    `
import os
os.makedirs('/home/user/Documents/holes')
for n in range(6000):
    with open(f'/home/user/Documents/holes/{n}', 'wb') as f: f.truncate(64 * 2 ** 20)`,
  ),
  ...both(
    'hard-links-to-one-file',
    `
import os
os.makedirs('/home/user/Documents/links')
with open('/home/user/Documents/links/file', 'wb') as f: f.write(os.urandom(2 ** 20) * 60)
for n in range(20000): os.link('/home/user/Documents/links/file', f'/home/user/Documents/links/{n}')`,
  ),
  ...both(
    'start-up-entries',
    `
import os
os.makedirs('/home/user/.config/autostart', exist_ok=True)
for n in range(24000):
    with open(f'/home/user/.config/autostart/entry-{n:05d}.desktop', 'w') as f: f.write(f'[Desktop Entry]\\nType=Application\\nName=x\\nExec=/bin/true {n}\\n')`,
  ),
  ...both(
    'long-names',
    `
import os
for a in range(14):
    os.makedirs(f'/home/user/Documents/names/{a}')
    for b in range(10000): os.mknod(f'/home/user/Documents/names/{a}/' + 'n' * 200 + f'{b:06d}')`,
  ),
  ...both(
    'command-lines-of-five-megabytes',
    `
import os, resource, sys
# Started once more with arguments of five million bytes.
code = r'''${longLines('')}'''
resource.setrlimit(resource.RLIMIT_STACK, (64 * 2 ** 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
os.execv('/usr/bin/python3', ['python3', '-c', code, *[b'a' * 130_000] * 38])`,
  ),
  ...both(
    'command-line-anywhere-in-memory',
    longLines(`import mmap, struct
lines = dict(line.split(':', 1) for line in open('/proc/self/status') if ':' in line)
size = 256 * 2 ** 20
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_ulong, ctypes.c_ulong]
at = libc.mmap(None, size, 1, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
stat = open('/proc/self/stat').read().rsplit(')', 1)[1].split()
start_code, end_code, start_stack, start_data, end_data, start_brk = (int(stat[n]) for n in (23, 24, 25, 42, 43, 44))
libc.sbrk.restype = ctypes.c_void_p
brk = libc.sbrk(0)
fields = struct.pack('<11QQIi', start_code, end_code, start_data, end_data, start_brk, brk, start_stack, at, at + size, at, at + 1, 0, 0, -1)
buffer = ctypes.create_string_buffer(fields, len(fields))
if libc.prctl(35, 14, ctypes.addressof(buffer), len(fields), 0) != 0: print('PR_SET_MM_MAP:', os.strerror(ctypes.get_errno()), flush=True)
else: print(len(open('/proc/self/cmdline', 'rb').read(2 ** 20)), flush=True)`),
  ),
  ...both(
    'programs-behind-mazes-of-links',
    `
import os, signal, subprocess, time
from concurrent.futures import ThreadPoolExecutor
# Forty links, each through 1,560 folders: as many as one path may lead through.
base = '/tmp/maze'
os.makedirs(base + '/d')
os.symlink('/bin/true', base + '/l0')
for n in range(1, 39): os.symlink(base + '/d/..' * 780 + f'/l{n - 1}', base + f'/l{n}')
path = base + '/l38'
def spin(_):
    end = time.time() + 30
    while time.time() < end:
        try: subprocess.run([path], stdin=subprocess.DEVNULL)
        except OSError: pass
for n in range(24):
    if os.fork() == 0:
        os.setsid(); signal.alarm(50); spin(n); os._exit(0)
time.sleep(1)
for p in os.listdir('/proc'):
    try:
        if p.isdigit() and b'session.mjs' in open('/proc/' + p + '/cmdline', 'rb').read(): os.kill(int(p), signal.SIGSTOP)
    except OSError: pass`,
  ),
];
