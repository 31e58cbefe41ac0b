import { type Payload, root, serverPids, user } from './payload.ts';

const programPids = (word: string) => `
import os, signal
found = [int(p) for p in os.listdir('/proc') if p.isdigit() and b'${word}' in open('/proc/' + p + '/cmdline', 'rb').read().split(b'\\0')[0]]`;
/**
 * Takes the control server's listening socket, lets the action end, ends the connections that the server has, and answers in its place: what
 * `answer` does with `client`.
 */
export const impostorBy = (answer: string) => `${serverPids}
import ctypes, os, signal, socket, threading
libc = ctypes.CDLL(None, use_errno=True)
taken, others = [], []
for pid in servers:
    handle = os.pidfd_open(pid)
    for name in os.listdir('/proc/%d/fd' % pid):
        try:
            if not os.readlink('/proc/%d/fd/%s' % (pid, name)).startswith('socket:'): continue
        except OSError: continue
        copy = libc.syscall(438, handle, int(name), 0)
        if copy < 0: continue
        one = socket.socket(fileno=copy)
        try:
            (taken if one.getsockopt(socket.SOL_SOCKET, 30) else others).append(one)
        except OSError: pass
if os.fork() == 0:
    os.setsid()
    null = os.open('/dev/null', os.O_RDWR)
    for one in range(3): os.dup2(null, one)
    import time; time.sleep(1)
    for pid in servers: os.kill(pid, signal.SIGSTOP)
    for one in others:
        try: one.shutdown(socket.SHUT_RDWR)
        except OSError: pass
    def serve(server):
        while True:
            client, _ = server.accept()
            threading.Thread(target=answer, args=(client,), daemon=True).start()
    def answer(client):
        try:
${answer
  .split('\n')
  .map((line) => `            ${line}`)
  .join('\n')}
        except OSError: pass
    for server in taken: threading.Thread(target=serve, args=(server,)).start()
    import time; time.sleep(300)
    os._exit(0)`;

/** Answers every request with the same. */
const impostor = (answer: string): string => impostorBy(`client.recv(65536)\n${answer}`);

/** Against the control server, its display, and the programs that they need. */
export const sessionPayloads: Payload[] = [
  root('server-stopped', `${serverPids}\nimport os, signal\nfor p in servers: os.kill(p, signal.SIGSTOP)`),
  root('server-killed', `${serverPids}\nimport os, signal\nfor p in servers: os.kill(p, signal.SIGKILL)`),
  root('impostor-says-nothing', impostor('import time; time.sleep(300)')),
  root(
    'impostor-says-html',
    impostor("client.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 15\\r\\n\\r\\n<h1>hello</h1>!'); client.close()"),
  ),
  root(
    'impostor-says-null',
    impostor("client.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\nnull'); client.close()"),
  ),
  root(
    'impostor-says-empty-objects',
    impostor("client.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n{}'); client.close()"),
  ),
  root(
    'impostor-never-ends',
    impostor(
      "client.sendall(b'HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n')\nwhile True: client.sendall(b'10000\\r\\n' + b'x' * 65536 + b'\\r\\n')",
    ),
  ),
  root(
    'impostor-drips',
    impostor(
      "client.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 100000\\r\\n\\r\\n')\nimport time\nwhile True:\n    client.sendall(b'x'); time.sleep(0.5)",
    ),
  ),
  root(
    'impostor-refuses',
    impostor("client.sendall(b'HTTP/1.1 500 No\\r\\nContent-Length: 2\\r\\n\\r\\nno'); client.close()"),
  ),
  root(
    'impostor-says-nested-json',
    impostor(
      "client.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 4000000\\r\\n\\r\\n' + b'[' * 4000000); client.close()",
    ),
  ),
  root(
    'impostor-says-15-mb-of-json',
    impostor(
      "text = b'[' + b'{\"a\":1},' * 1700000 + b'0]'\nclient.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n' % len(text) + text); client.close()",
    ),
  ),
  root(
    'impostor-says-15-mb-of-tree',
    impostor(
      "text = b'{\"AT\":\"' + b'<a>' * 5000000 + b'\"}'\nclient.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n' % len(text) + text); client.close()",
    ),
  ),
  root(
    'impostor-shows-a-huge-picture',
    impostor(
      "import struct, zlib\nhead = struct.pack('>IIBBBBB', 60000, 60000, 1, 0, 0, 0, 0)\ntext = b'\\x89PNG\\r\\n\\x1a\\n' + struct.pack('>I', 13) + b'IHDR' + head + struct.pack('>I', zlib.crc32(b'IHDR' + head)) + bytes(1 << 20)\nclient.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n' % len(text) + text); client.close()",
    ),
  ),
  root(
    'impostor-shows-a-broken-picture',
    impostor(
      "import struct, zlib\nhead = struct.pack('>IIBBBBB', 1920, 1080, 8, 2, 0, 0, 0)\ntext = b'\\x89PNG\\r\\n\\x1a\\n' + struct.pack('>I', 13) + b'IHDR' + head + struct.pack('>I', zlib.crc32(b'IHDR' + head)) + b'\\xff' * 5000000\nclient.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n' % len(text) + text); client.close()",
    ),
  ),
  root('impostor-goes-on-and-on', impostor("while True: client.sendall(b'HTTP/1.1 100 Continue\\r\\n\\r\\n' * 1000)")),
  root(
    'impostor-says-long-headers',
    impostor("client.sendall(b'HTTP/1.1 200 OK\\r\\n' + b'A: b\\r\\n' * 1000000 + b'\\r\\n'); client.close()"),
  ),
  root('impostor-breaks-off', impostor('client.close()')),
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
