import { both, type Payload, user } from './payload.ts';

const nested = (bytes: number, inside: string) => `
import os
os.chdir('/home/user')
length = len('/home/user')
while length + 201 < ${bytes}:
    os.mkdir('d' * 200); os.chdir('d' * 200); length += 201
rest = ${bytes} - length - 1
if rest > 0: os.mkdir('e' * rest); os.chdir('e' * rest)
${inside}`;

/** Target: traversal of files, through their names, types and number. */
export const namePayloads: Payload[] = [
  ...both('path-of-4090-bytes', nested(4090, '')),
  user('path-of-9000-bytes', nested(9000, "open('deep', 'w').write('x')")),
  user(
    'path-of-4000-folders',
    "import os\nos.chdir('/tmp')\nfor turn in range(4000):\n    os.mkdir('d'); os.chdir('d')",
  ),
  user('80000-files-in-a-deep-path', nested(4000, "for turn in range(80000): open('%05d' % turn, 'w').close()")),
  user(
    '60000-moved-files',
    `
import os
os.makedirs('/home/user/a'); os.makedirs('/home/user/b')
for turn in range(60000): open('/home/user/a/%d' % turn, 'w').write(str(turn))
for turn in range(60000): os.rename('/home/user/a/%d' % turn, '/home/user/b/%d' % turn)`,
  ),
  ...both(
    'names-that-are-not-utf8',
    `
import os
for place in (b'/home/user/', b'/home/user/Documents/', b'/tmp/'):
    open(place + b'\\xff\\xfe\\x80', 'w').write('x')
    os.mkdir(place + b'\\xf0\\x28'); open(place + b'\\xf0\\x28/in', 'w').write('x')`,
  ),
  user('names-with-line-breaks', "open('/home/user/a\\n{\"id\":1,\"reply\":null}\\n', 'w').write('x')"),
  user(
    'loops-of-links',
    "import os\nfor turn in range(100): os.symlink('/home/user/l%d' % ((turn + 1) % 100), '/home/user/l%d' % turn)",
  ),
  user(
    'pipes-and-sockets',
    `
import os, socket
os.mkfifo('/home/user/Documents/report.docx'); os.mkfifo('/home/user/pipe')
socket.socket(socket.AF_UNIX).bind('/home/user/socket')`,
  ),
  user(
    'sparse-file-of-a-terabyte',
    "import os\nopen('/home/user/sparse', 'w').close()\nos.truncate('/home/user/sparse', 2**40)",
  ),
  user('checked-file-too-large', "import os\nos.truncate('/home/user/.ssh/authorized_keys', 2**33)"),
  user('no-rights', "import os\nos.chmod('/home/user', 0)"),
];
