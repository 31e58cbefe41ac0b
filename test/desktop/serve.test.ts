import { execFile } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDropIn } from '../../src/desktop/client/drop-in/write-drop-in.ts';
import { joinStreams } from '../../src/desktop/client/guarded-proxy.ts';
import { DesktopPlace, type ServedDesktop } from '../../src/desktop/client/serve-desktops.ts';
import { desktopAt } from '../../src/desktop/providers/remote/desktop-at.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { freePort } from './free-port.ts';

const provider = new SandboxProvider();
let place: DesktopPlace;
let desktop: ServedDesktop;
let url: string;
let forwarded: string;

beforeAll(async () => {
  const [port, outside] = [await freePort(), await freePort()];
  url = `http://127.0.0.1:${port}`;
  forwarded = `http://127.0.0.1:${outside}`;
  place = new DesktopPlace({ host: '127.0.0.1', port, forwards: [{ inside: 9222, outside }] }, async (signal) => {
    desktop = (await provider.create({ width: 1280, height: 800 }, signal)) as ServedDesktop;
    return desktop;
  });
  await place.start();
});
afterAll(async () => {
  await place?.close();
  await provider.close();
});

/** A desktop that stays when its place ends. */
const stand = { close: async () => undefined };

const run = async (base: string, command: string): Promise<string> => {
  const body = JSON.stringify({ command, shell: true });
  const answer = await fetch(`${base}/execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return ((await answer.json()) as { output: string }).output;
};

describe('a desktop served over HTTP', () => {
  it('a served desktop speaks the protocol, and a reset gives a fresh one while requests wait', async () => {
    expect(await run(url, 'echo here > ~/mark; cat ~/mark')).toBe('here\n');
    const before = (await (await fetch(`${url}/v2/desktop`)).json()) as { id: string };
    const reset = fetch(`${url}/v2/reset`, { method: 'POST' });
    const waiting = run(url, 'ls ~/mark');
    expect((await reset).status).toBe(204);
    expect(await waiting).not.toContain('/mark\n');
    expect(await run(url, 'test -e ~/mark || echo gone')).toBe('gone\n');
    const after = (await (await fetch(`${url}/v2/desktop`)).json()) as { id: string; resets: number };
    expect(after.id).not.toBe(before.id);
    expect(after.resets).toBe(1);
  });

  it('a served desktop survives clients that disconnect during a reset, and ends truncated answers', async () => {
    await run(url, 'truncate -s 1G ~/large');
    const download = await fetch(`${url}/file`, {
      method: 'POST',
      body: new URLSearchParams({ file_path: '/home/user/large' }),
    });
    const reader = (download.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    const reset = fetch(`${url}/v2/reset`, { method: 'POST' });
    const early = connect(Number(new URL(forwarded).port), '127.0.0.1', () => early.resetAndDestroy());
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow('terminated');
    expect((await reset).status).toBe(204);
    expect(await run(url, 'echo still')).toBe('still\n');
  });

  it('a served desktop is driven by the Python package', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'python-desktop-'));
    try {
      const client = fileURLToPath(new URL('../../python/osharm', import.meta.url));
      const picture = join(folder, 'note.png');
      const { stdout } = await promisify(execFile)('python3', [join(client, 'examples/use_desktop.py'), url, picture], {
        env: { ...process.env, PYTHONPATH: join(client, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
      });
      expect(
        stdout
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      ).toEqual(['Buy milk.', 'Feed the cat.']);
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1280, height: 800 });
      const code = `import sys; from osharm import *
try: Desktop.connect(sys.argv[1]).read_file('/nowhere')
except DesktopError as error: print(error.status)
try: Desktop.connect('http://127.0.0.1:1')
except DesktopError as error: print(error.status)`;
      const failed = await promisify(execFile)('python3', ['-c', code, url], {
        env: { ...process.env, PYTHONPATH: join(client, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
      });
      expect(failed.stdout).toBe('404\nNone\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 120_000);

  it('serving a desktop on a port in use is refused', async () => {
    const other = new DesktopPlace({ ...place.place, forwards: [] }, async () => desktop);
    await expect(other.start()).rejects.toThrow(`Port ${place.place.port} of 127.0.0.1 is already in use`);
  });
});

/** The status that a request gets; `headers` as a browser or a client would send them. */
const statusOf = (
  target: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(target, { method, headers, agent: false }, (answer) => {
      answer.resume().on('error', () => {});
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const boundary = 'edge';
/** What a form of a web page sends to overwrite a file of the desktop. */
const upload = (word: string): string =>
  [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file_path"',
    '',
    '/home/user/.bashrc',
    `--${boundary}`,
    'Content-Disposition: form-data; name="file_data"; filename="x"',
    '',
    `echo ${word}`,
    `--${boundary}--`,
    '',
  ].join('\r\n');
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** What pages of others try: each is refused, and nothing of it happens. `shell` looks from the desktop's own side. */
async function refusesPages(base: string, word: string, shell: (command: string) => Promise<string>): Promise<void> {
  const before = await shell('sha256sum ~/.bashrc');
  const host = new URL(base).host;
  const pages = [
    [403, { origin: 'http://evil.example' }],
    [403, { origin: 'null' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [421, { host: `evil.example:${new URL(base).port}` }],
  ] as const;
  for (const [wanted, headers] of pages) {
    const post = { method: 'POST', headers: { ...headers, ...multipart }, body: upload(word) };
    expect(await statusOf(`${base}/setup/upload`, post)).toBe(wanted);
    for (const path of ['/v2/reset', '/start_recording', '/end_recording', '/execute', '/setup/launch'])
      expect(await statusOf(`${base}${path}`, { method: 'POST', headers })).toBe(wanted);
    for (const path of ['/screenshot', '/accessibility', '/v2/health', '/v2/desktop', '/nowhere'])
      expect(await statusOf(`${base}${path}`, { headers })).toBe(wanted);
    expect(await statusOf(`${base}/execute`, { method: 'OPTIONS', headers })).toBe(wanted);
  }
  expect(await shell('sha256sum ~/.bashrc')).toBe(before);
  // The same upload by a client that is no page is taken: it was the page that was refused.
  expect(
    await statusOf(`${base}/setup/upload`, {
      method: 'POST',
      headers: { host: host, ...multipart },
      body: upload(word),
    }),
  ).toBe(200);
  expect(await shell('sha256sum ~/.bashrc')).not.toBe(before);
}

/** The first line that a WebSocket's opening gets. */
const upgradeOf = (target: string, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target);
    const lines = Object.entries({ connection: 'Upgrade', upgrade: 'websocket', ...headers });
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /echo HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`),
    );
    socket.on('error', reject).once('data', (part) => {
      resolve(part.toString().split('\r\n')[0] as string);
      socket.destroy();
    });
  });

describe('a served desktop and foreign pages', () => {
  it('a foreign page can neither read, write nor reset a served desktop', async () => {
    const resets = async (): Promise<number> =>
      ((await (await fetch(`${url}/v2/desktop`)).json()) as { resets: number }).resets;
    const before = await resets();
    await refusesPages(url, 'one', async (command) => (await desktop.exec(['bash', '-c', command])).output);
    expect(await resets()).toBe(before);
  });

  it('a foreign page can’t reach a forwarded port, not even by WebSocket', async () => {
    const host = new URL(forwarded).host;
    expect(await upgradeOf(forwarded, { host: host, origin: 'http://evil.example' })).toBe('HTTP/1.1 403 Forbidden');
    expect(await upgradeOf(forwarded, { host: 'evil.example' })).toBe('HTTP/1.1 421 Misdirected Request');
    expect(await statusOf(forwarded, { headers: { host: 'evil.example' } })).toBe(421);
  });

  it('a served desktop requires the token, which is in its address and never reaches the desktop', async () => {
    const port = await freePort();
    const rule = { names: [], token: 'a-word-of-ours' };
    const kept = { ...stand, control: (signal?: AbortSignal) => desktop.control(signal) } as unknown as ServedDesktop;
    const guarded = new DesktopPlace({ host: '127.0.0.1', port, forwards: [], rule }, async () => kept);
    await guarded.start();
    try {
      expect(await statusOf(`http://127.0.0.1:${port}/screenshot`, {})).toBe(401);
      expect(await statusOf(`http://any:another-word@127.0.0.1:${port}/screenshot`, {})).toBe(401);
      expect(await statusOf(`http://any:a-word-of-ours@127.0.0.1:${port}/screenshot`, {})).toBe(200);
      const looked = await desktopAt(`http://any:a-word-of-ours@127.0.0.1:${port}`);
      expect(looked.id).toBe(`http://127.0.0.1:${port}`);
      await looked.close();
    } finally {
      await guarded.close();
    }
  });
});

describe('the control server as a single file', () => {
  it('the single-file control server serves a running desktop', async () => {
    // A plain way to its port: what refuses must be its own server.
    const way = createServer((client) => void joinStreams(client, (signal) => desktop.connect(9222, signal)));
    await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
    const folder = mkdtempSync(join(tmpdir(), 'drop-in-'));
    try {
      const file = join(folder, 'desktop-control');
      await writeDropIn(file);
      const form = new FormData();
      form.set('file_path', '/home/user/desktop-control');
      form.set('file_data', await openAsBlob(file));
      expect((await fetch(`${url}/setup/upload`, { method: 'POST', body: form })).status).toBe(200);
      expect(await run(url, 'chmod +x ~/desktop-control; env -u DISPLAY ~/desktop-control; echo $?')).toContain('3\n');
      await desktop.launch('PORT=9222 ~/desktop-control', { shell: true });
      await expect
        .poll(
          () =>
            fetch(`${origin}/v2/health`).then(
              (answer) => answer.json(),
              () => null,
            ),
          { timeout: 90_000, interval: 200 },
        )
        .toMatchObject({ ready: true, display: { width: 1280, height: 800 } });
      const picture = Buffer.from(await (await fetch(`${origin}/screenshot`)).arrayBuffer());
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      const tree = ((await (await fetch(`${origin}/accessibility`)).json()) as { AT: string }).AT;
      expect(tree).toContain('<desktop-frame');
      await refusesPages(origin, 'two', (command) => run(url, command));
      // The server that is the desktop's own is still there.
      expect(await run(origin, 'echo $DISPLAY $USER')).toBe(':0 user\n');
      expect(await run(url, 'echo still')).toBe('still\n');
    } finally {
      way.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 240_000);
});
