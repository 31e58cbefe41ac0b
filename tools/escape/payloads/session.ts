import { type Payload, root, serverPids, user } from './payload.ts';

const programPids = (word: string) => `
import os, signal
found = [int(p) for p in os.listdir('/proc') if p.isdigit() and b'${word}' in open('/proc/' + p + '/cmdline', 'rb').read().split(b'\\0')[0]]`;
/** Target: the control server, its display, and the programs that they need. */
export const sessionPayloads: Payload[] = [
  root('server-stopped', `${serverPids}\nimport os, signal\nfor p in servers: os.kill(p, signal.SIGSTOP)`),
  root('server-killed', `${serverPids}\nimport os, signal\nfor p in servers: os.kill(p, signal.SIGKILL)`),
  root('no-rights-on-programs', "import os\nfor place in ('/usr/bin', '/bin', '/usr/sbin'):\n    os.chmod(place, 0)"),
  root(
    'no-rights-on-libraries',
    "import os\nfor place in ('/usr/lib', '/lib', '/lib64', '/usr/lib/x86_64-linux-gnu'):\n    os.chmod(place, 0)",
  ),
  root('no-libraries', "import os\nos.system('rm -rf /usr/lib/x86_64-linux-gnu')"),
  root('screen-server-killed', `${programPids('Xvfb')}\nfor p in found: os.kill(p, signal.SIGKILL)`),
  root('screen-server-stopped', `${programPids('Xvfb')}\nfor p in found: os.kill(p, signal.SIGSTOP)`),
  user('python-worker-stopped', 'import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)'),
  root(
    'everything-stopped',
    "import os, signal\nfor p in os.listdir('/proc'):\n    if p.isdigit() and int(p) not in (1, os.getpid()):\n        try: os.kill(int(p), signal.SIGSTOP)\n        except OSError: pass",
  ),
  root('everything-killed', 'import os, signal\nos.kill(-1, signal.SIGKILL)'),
  user('own-programs-killed', 'import os, signal\nos.kill(-1, signal.SIGKILL)'),
  user('screen-size', "import os\nos.system('xrandr -s 640x480')"),
  user('clock', "import os\nos.system('echo password | sudo -S date -s 2001-01-01')"),
  root('clock-by-call', 'import time\ntime.clock_settime(time.CLOCK_REALTIME, 1000000000)'),
];
