import { both, type Payload, root } from './payload.ts';

/** Keeps write leases on files: whoever opens one waits until its holder gives the lease back, up to 45 s. */
const leases = (files: string): string => `
import fcntl, os, signal, time
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    signal.alarm(100)
    kept = []
    for path in ${files}:
        try:
            kept.append(os.open(path, os.O_RDWR | os.O_CREAT, 0o644))
            fcntl.fcntl(kept[-1], fcntl.F_SETLEASE, fcntl.F_WRLCK)
        except OSError as error:
            open('/tmp/refused', 'w').write(str(error))
            break
    time.sleep(95)
    os._exit(0)
time.sleep(2)`;

/** What scans and collections read blocks, or there is very much of it in memory and in names. */
export const blockingPayloads: readonly Payload[] = [
  ...both(
    'write-leases-on-900-files',
    `
import os
os.makedirs('/home/user/Documents/leased', exist_ok=True)
for n in range(900): open(f'/home/user/Documents/leased/{n}', 'w').write('x' * 100)
${leases("[f'/home/user/Documents/leased/{n}' for n in range(900)]")}`,
  ),
  ...both(
    'write-leases-on-watched-files',
    leases("['/home/user/.ssh/authorized_keys', '/home/user/.bashrc', '/home/user/.profile']"),
  ),
  ...both(
    'shared-memory-segments-and-odd-names',
    `
import ctypes, os
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for n in range(4000):
    segment = libc.shmget(0, 4096, 0o1600)
    if segment < 0: break
os.makedirs('/home/user/Documents/odd', exist_ok=True)
for n in range(32000): os.mknod(b'/home/user/Documents/odd/' + bytes([0xff, 0xfe, 0xc3, 0x28]) * 12 + b'%d' % n)
try:
    with open('/dev/shm/full', 'wb') as f:
        while True: f.write(os.urandom(1 << 20))
except OSError: pass`,
  ),
  ...both(
    'many-files-in-shared-memory',
    `
import os
block = os.urandom(1 << 20)
try:
    for n in range(4000):
        with open(f'/dev/shm/{n}', 'wb') as f: f.write(n.to_bytes(4, 'big') + block[:500_000])
except OSError: pass`,
  ),
  ...both(
    'folder-of-380000-names',
    `
import os
os.makedirs('/tmp/names', exist_ok=True)
try:
    for n in range(380000): os.mknod(f'/tmp/names/{n}')
except OSError: pass`,
  ),
  root(
    'image-copied-up',
    `
import os
done = 0
for top, folders, files in os.walk('/usr'):
    for name in folders + files:
        try: os.chown(os.path.join(top, name), 1000, 1000, follow_symlinks=False)
        except OSError: pass
        done += 1
    if done > 60000: break`,
  ),
  root(
    'image-removed',
    `
import shutil
for name in ('/usr/share', '/usr/lib/python3', '/opt'): shutil.rmtree(name, ignore_errors=True)`,
  ),
];
