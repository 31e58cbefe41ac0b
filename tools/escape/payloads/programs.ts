import { both, type Payload, root, user } from './payload.ts';

const badExec = (path: string, argv: string) => `
import ctypes, os
libc = ctypes.CDLL(None)
if os.fork() == 0:
    libc.execve(${path}, ${argv}, None)
    os._exit(0)
os.wait()`;

/** Target: the log of programs. */
export const programPayloads: Payload[] = [
  ...both('exec-bad-path', badExec('ctypes.c_void_p(0xffff888000000000)', 'None')),
  ...both('exec-bad-arguments', badExec("b'/bin/true'", 'ctypes.c_void_p(0xffff888000000000)')),
  user('exec-negative-pointer', badExec('ctypes.c_void_p(2**64 - 1)', 'ctypes.c_void_p(2**64 - 8)')),
  user(
    'programs-with-long-arguments',
    `
import os
text = 'x' * 130000
for turn in range(330):
    if os.fork() == 0: os.execv('/bin/true', ['true'] + [text] * 14)
    os.wait()`,
  ),
  user(
    'programs-by-the-thousand',
    `
import os
for turn in range(25000):
    if os.fork() == 0:
        try: os.execv('/bin/true', ['true', str(turn)])
        finally: os._exit(0)
    os.wait()`,
  ),
  root(
    'program-with-60000-groups',
    `
import os
os.setgroups(list(range(1000, 61000)))
os.system('/bin/true hidden-program')`,
  ),
];
