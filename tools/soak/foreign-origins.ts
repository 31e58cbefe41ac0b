/**
 * Tests requests from foreign web pages to osharm's local servers: `desktop serve`, `suite try` and `view`. Starts each
 * server and sends what a browser would send for a foreign page: other origins, a host name that resolves here (DNS
 * rebinding), simple requests from forms, frames and pictures, preflights, WebSockets. All must be rejected without an
 * effect and without a header that lets the page read the response. The user's requests must pass.
 *
 *     bin/osharm-node tools/soak/foreign-origins.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/desktop/free-port.ts';

const program = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'osharm-origins-'));

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}
interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

function send(port: number, { method, path, headers, body }: Sent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port, method, path, headers, timeout: 20_000 }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    clientRequest
      .once('error', reject)
      .once('timeout', () => clientRequest.destroy(new Error('no answer within 20 s')));
    clientRequest.end(body);
  });
}

function foreign(port: number): Record<string, { headers: Record<string, string>; isSimple?: true }> {
  const host = `127.0.0.1:${port}`;
  return {
    'another origin': { headers: { host: host, origin: 'https://evil.example' } },
    'an opaque origin (a sandboxed frame, a file)': { headers: { host: host, origin: 'null' } },
    'another port of this machine': { headers: { host: host, origin: 'http://127.0.0.1:9' } },
    'the same address under https': { headers: { host: host, origin: `https://${host}` } },
    'another site, without an origin': { headers: { host: host, 'sec-fetch-site': 'cross-site' } },
    'another port, without an origin': { headers: { host: host, 'sec-fetch-site': 'same-site' } },
    'a name that leads here (rebinding)': {
      headers: { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    },
    'such a name without an origin': { headers: { host: `evil.example:${port}` } },
    'such a name that begins like ours': { headers: { host: `localhost.evil.example:${port}` } },
    'such a name with an address in it': { headers: { host: `127.0.0.1.evil.example:${port}` } },
    'a host with a user': { headers: { host: `localhost@evil.example:${port}` } },
    'a host without a name': { headers: { host: `:${port}` } },
    'a simple form': {
      headers: { host: host, origin: 'https://evil.example', 'content-type': 'text/plain' },
    },
    'a preflight': {
      headers: {
        host: host,
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-osharm-token',
        'access-control-request-private-network': 'true',
      },
    },
  };
}

let wrong = 0;
let tried = 0;
function report(isRight: boolean, words: string): void {
  tried += 1;
  if (isRight) return;
  wrong += 1;
  process.stdout.write(`FAILED ${words}\n`);
}

async function attack(
  name: string,
  port: number,
  requests: readonly Pick<Sent, 'method' | 'path' | 'body'>[],
): Promise<void> {
  for (const [how, { headers }] of Object.entries(foreign(port)))
    for (const item of requests) {
      const method = how === 'a preflight' ? 'OPTIONS' : item.method;
      const { status, headers: answered } = await send(port, { ...item, method, headers });
      const words = `${name}: ${method} ${item.path} by ${how}: ${status}`;
      report(status >= 400 && status < 500, words);
      report(answered['access-control-allow-origin'] === undefined, `${words}, and the page may read the answer`);
    }
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await upgrade(port, origin);
    report(!answer.startsWith('HTTP/1.1 101'), `${name}: a WebSocket from ${origin}: ${answer.split('\r\n')[0]}`);
  }
}

async function upgrade(port: number, origin: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET /terminal HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  );
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => socket.destroy());
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 2000))]);
  socket.destroy();
  return text;
}

async function start(args: readonly string[], until: RegExp): Promise<{ child: ChildProcess; text: string }> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${args.join(' ')} printed no ${until}:\n${text}`)), 120_000);
    const look = (chunk: Buffer): void => {
      text += chunk.toString();
      if (!until.test(text)) return;
      clearTimeout(late);
      resolve({ child, text });
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${text}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

try {
  const served = await freePort();
  const { child: desktop } = await start(['desktop', 'serve', '--port', String(served)], new RegExp(`:${served}`));
  const marker = '/tmp/osharm-foreign-origin';
  const command = JSON.stringify({ command: ['touch', marker], shell: false });
  await attack('desktop serve', served, [
    { method: 'GET', path: '/screenshot' },
    { method: 'GET', path: '/accessibility' },
    { method: 'POST', path: '/execute', body: command },
    { method: 'POST', path: '/setup/execute', body: command },
    { method: 'POST', path: '/v2/reset', body: '' },
  ]);
  const headers = { host: `127.0.0.1:${served}`, 'content-type': 'application/json' };
  const seen = await send(served, {
    method: 'POST',
    path: '/execute',
    headers: headers,
    body: JSON.stringify({ command: ['ls', marker], shell: false }),
  });
  report(
    seen.status === 200 && !/"output": ?"\/tmp/.test(seen.body),
    `desktop serve: ${marker} is there: ${seen.body}`,
  );
  const picture = await send(served, { method: 'GET', path: '/screenshot', headers: headers });
  report(picture.status === 200, `desktop serve: its owner's own request: ${picture.status}`);
  await stop(desktop);

  const tryPort = await freePort();
  const { child: page, text } = await start(
    [
      'suite',
      'try',
      '___old_backup',
      '--suite',
      join(program, '../../suites/hermetic'),
      '--port',
      String(tryPort),
      '--no-open',
    ],
    /http:\/\/\S+#\S+/,
  );
  const token = /#(\S+)/.exec(text)?.[1] ?? '';
  await attack('suite try', tryPort, [
    { method: 'GET', path: '/api/try/state' },
    { method: 'GET', path: '/api/try/picture' },
    { method: 'POST', path: '/api/try/act', body: JSON.stringify({ kind: 'key', keys: ['a'] }) },
    { method: 'POST', path: '/api/try/save', body: JSON.stringify({ reference: 'stolen' }) },
  ]);
  const local = { host: `127.0.0.1:${tryPort}` };
  const without = await send(tryPort, { method: 'GET', path: '/api/try/state', headers: local });
  report(without.status === 403, `suite try: without its token: ${without.status}`);
  const state = await send(tryPort, {
    method: 'GET',
    path: '/api/try/state',
    headers: { ...local, 'x-osharm-token': token },
  });
  report(state.status === 200, `suite try: its owner's own request: ${state.status} ${state.body.slice(0, 200)}`);
  await stop(page);

  const viewPort = await freePort();
  const { child: viewer } = await start(['view', folder, '--port', String(viewPort), '--no-open'], /http:\/\/\S+/);
  await attack('view', viewPort, [
    { method: 'GET', path: '/api/runs' },
    { method: 'POST', path: '/api/annotate', body: '{}' },
  ]);
  const list = await send(viewPort, { method: 'GET', path: '/api/state', headers: { host: `127.0.0.1:${viewPort}` } });
  report(list.status === 200, `view: its owner's own request: ${list.status}`);
  await stop(viewer);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${tried - wrong} of ${tried} requests as they must be\n`);
process.exitCode = wrong === 0 ? 0 : 1;
