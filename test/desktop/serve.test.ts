import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDropIn } from '../../src/desktop/drop-in/write-drop-in.ts';
import { DesktopPlace, type ServedDesktop } from '../../src/desktop/serve-desktops.ts';
import { SandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
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
}, 60_000);
afterAll(async () => {
  await place?.close();
  await provider.close();
});

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
  it('speaks the protocol, and a reset gives a fresh desktop while requests wait', async () => {
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

  it('stands clients that go away while a desktop is being made, and ends answers that are cut off', async () => {
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

  it('says that a port is taken', async () => {
    const other = new DesktopPlace({ ...place.place, forwards: [] }, async () => desktop);
    await expect(other.start()).rejects.toThrow(`Port ${place.place.port} of 127.0.0.1 can't be used`);
  });
});

describe('the control server as one file', () => {
  it('serves a desktop that runs already', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drop-in-'));
    try {
      const file = join(folder, 'desktop-control');
      await writeDropIn(file);
      const form = new FormData();
      form.set('file_path', '/home/user/desktop-control');
      form.set('file_data', await openAsBlob(file));
      expect((await fetch(`${url}/setup/upload`, { method: 'POST', body: form })).status).toBe(200);
      expect(await run(url, 'chmod +x ~/desktop-control; env -u DISPLAY ~/desktop-control; echo $?')).toContain('3\n');
      await desktop.launch('HOST=127.0.0.1 PORT=9222 ~/desktop-control', { shell: true });
      await expect
        .poll(
          () =>
            fetch(`${forwarded}/v2/health`).then(
              (answer) => answer.json(),
              () => null,
            ),
          { timeout: 20_000, interval: 200 },
        )
        .toMatchObject({ ready: true, display: { width: 1280, height: 800 } });
      const picture = Buffer.from(await (await fetch(`${forwarded}/screenshot`)).arrayBuffer());
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      const tree = ((await (await fetch(`${forwarded}/accessibility`)).json()) as { AT: string }).AT;
      expect(tree).toContain('<desktop-frame');
      // The server that is the desktop's own is still there.
      expect(await run(forwarded, 'echo $DISPLAY $USER')).toBe(':0 user\n');
      expect(await run(url, 'echo still')).toBe('still\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);
});
