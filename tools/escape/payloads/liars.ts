import { type Payload, root } from './payload.ts';
import { impostorBy } from './session.ts';

/**
 * An impostor that speaks the whole protocol and says that all is well; `lies` sets `answers[PATH]` to other bytes, a status with bytes, or
 * what gives one of them.
 */
const liar = (lies: string): string =>
  impostorBy(
    `
import http.server, json, struct, time, zlib
def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
def picture(rest): return b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1920, 1080, 8, 2, 0, 0, 0)) + rest + chunk(b'IDAT', zlib.compress(bytes(5761 * 1080))) + chunk(b'IEND', b'')
well = {'/v2/health': {'protocol': 2, 'ready': True, 'display': {'width': 1920, 'height': 1080}, 'windowManager': True, 'panel': True, 'accessibility': True, 'python': True, 'uptimeMs': 1}, '/accessibility': {'AT': '<desktop-frame/>'}, '/terminal': {'output': None, 'status': 'success'}, '/v2/settle': {'waitedMs': 1, 'capHit': False, 'newWindow': None}, '/v2/windows': [], '/v2/clipboard': None, '/v2/journal': [], '/v2/python': {'returncode': 0, 'output': '', 'error': '', 'timedOut': False, 'durationMs': 1}, '/execute': {'output': '', 'error': '', 'returncode': 0, 'status': 'success'}}
answers = {path: json.dumps(value).encode() for path, value in well.items()}
answers['/screenshot'] = picture(b'')
answers['/file'] = (404, b'')
${lies}
class Liar(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def log_message(self, *words): pass
    def do_GET(self):
        self.rfile.read(int(self.headers.get('Content-Length') or 0))
        found = answers.get(self.path.split('?')[0], b'{}')
        status, body = found if isinstance(found, tuple) else (200, found)
        self.send_response(status); self.send_header('Content-Length', str(len(body))); self.end_headers(); self.wfile.write(body)
    do_POST = do_GET
Liar(client, ('', 0), None)`.trim(),
  );

const say = (path: string, json: string): string => `answers['${path}'] = json.dumps(${json}).encode()`;

/** Against who believes what a control server says, once it says what looks right. */
export const liarPayloads: Payload[] = [
  root('liar-says-that-all-is-well', liar('')),
  root(
    'liar-says-15-mb-of-output',
    liar(
      `answers['/v2/python'] = b'{"returncode":0,"error":"","timedOut":false,"durationMs":1,"output":"' + b'\\\\u0041' * 2500000 + b'"}'`,
    ),
  ),
  root(
    'liar-shows-a-tree-of-15-mb',
    liar(say('/accessibility', `{'AT': '<desktop-frame>' + '<label name="a"/>' * 850000 + '</desktop-frame>'}`)),
  ),
  root('liar-shows-a-tree-nested-deep', liar(say('/accessibility', `{'AT': '<a>' * 1000000 + '</a>' * 1000000}`))),
  root(
    'liar-shows-a-tree-of-one-text',
    liar(say('/accessibility', `{'AT': '<desktop-frame><entry>' + '&#65;' * 2900000 + '</entry></desktop-frame>'}`)),
  ),
  root(
    'liar-shows-9000-windows',
    liar(
      say(
        '/v2/windows',
        `[{'id': n, 'title': 'x' * 250, 'className': 'X', 'pid': 1, 'x': 0, 'y': 0, 'width': 9, 'height': 9, 'active': False, 'isSplash': False} for n in range(9000)]`,
      ),
    ),
  ),
  root(
    'liar-tells-20000-things',
    liar(
      say(
        '/v2/journal',
        `[{'index': n, 'time': time.time() * 1000, 'kind': 'notification-shown', 'text': 'x' * 100} for n in range(20000)]`,
      ),
    ),
  ),
  root(
    'liar-tells-a-program-of-90000-words',
    liar(
      say(
        '/v2/journal',
        `[{'index': 0, 'time': time.time() * 1000, 'kind': 'program-started', 'title': 'x', 'pid': 1, 'argv': ['x' * 30] * 90000}]`,
      ),
    ),
  ),
  root(
    'liar-has-4-mb-in-the-clipboard',
    liar(
      say('/v2/clipboard', `{'text': 'QUFB%41=41&#65;' * 270000, 'owner': {'title': 'x' * 9000, 'className': 'x'}}`),
    ),
  ),
  root(
    'liar-shows-a-picture-of-30-mb',
    liar(`answers['/screenshot'] = picture(b''.join(chunk(b'tEXt', bytes(1 << 20)) for _ in range(30)))`),
  ),
  root(
    'liar-says-that-it-was-too-slow',
    liar(`answers['/v2/settle'] = (500, b'<p>The request took longer than the server allows.</p>')`),
  ),
  root(
    'liar-refuses-to-act',
    liar(`answers['/v2/python'] = (500, b'{"status": "error", "message": "no such program"}')`),
  ),
  root(
    'liar-forgets-what-it-could',
    liar(`answers['/v2/python'] = answers['/v2/settle'] = answers['/v2/windows'] = (404, b'')`),
  ),
  root(
    'liar-counts-beyond-numbers',
    liar(
      `answers['/v2/settle'] = b'{"waitedMs":1e999,"capHit":false,"newWindow":null}'\nanswers['/v2/journal'] = b'[{"index":1e308,"time":-1e308,"kind":"window-opened"}]'`,
    ),
  ),
];
