import { both, type Payload, root, serverPids, user } from './payload.ts';

const busyPrograms = `
import os, subprocess
null = os.open('/dev/null', os.O_RDWR)
started = 0
while started < 1500:
    try:
        subprocess.Popen(['/bin/sh', '-c', 'while :; do :; done'], stdin=null, stdout=null, stderr=null, start_new_session=True)
        started += 1
    except OSError: break`;

/** Target: memory, disk, processors and processes. */
export const machinePayloads: Payload[] = [
  user(
    'full-disk-then-inodes',
    `
import os
try:
    with open('/dev/shm/full', 'wb') as f:
        while True: f.write(b'x' * (1 << 20))
except OSError: pass
made = 0
try:
    os.mkdir('/tmp/many')
    for turn in range(1900000): os.mknod('/tmp/many/%d' % turn); made = turn
except OSError: pass
print(made)`,
  ),
  ...both('private-memory', 'kept = [bytearray(b"x" * (64 << 20)) for _ in range(90)]'),
  user(
    'shared-memory',
    `
import mmap
kept = []
for turn in range(90):
    one = mmap.mmap(-1, 64 << 20); kept.append(one)
    for page in range(0, 64 << 20, 4096): one[page] = 1`,
  ),
  user(
    'memory-without-mapping',
    `
import os
kept = []
for turn in range(90):
    one = os.memfd_create('m'); kept.append(one)
    for piece in range(64): os.write(one, b'x' * (1 << 20))`,
  ),
  user('processors-taken', busyPrograms),
  root(
    'processors-taken-server-stopped',
    `${busyPrograms}\n${serverPids}\nimport signal\nfor p in servers: os.kill(p, signal.SIGSTOP)`,
  ),
  user(
    'fork-bomb',
    'import os, time\nend = time.time() + 5\nwhile time.time() < end:\n    try: os.fork()\n    except OSError: pass\nimport sys; os._exit(0)',
  ),
];
