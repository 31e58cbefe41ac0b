import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { GuestWindow } from '../../desktop/client/protocol.ts';
import { urlUuid } from './downloads/url-uuid.ts';
import { runSetup } from './run-setup.ts';

const suiteFolder = mkdtempSync(join(tmpdir(), 'setup-test-'));
afterAll(() => rmSync(suiteFolder, { recursive: true }));
symlinkSync('/etc/hostname', join(suiteFolder, 'link.txt'));
writeFileSync(join(suiteFolder, 'note.txt'), 'secret: {canary:password}\n');

/** What was done to a desktop that does nothing by itself. */
class Calls {
  written = new Map<string, { content: string; mode: number | undefined }>();
  launched: unknown[] = [];
  executed: unknown[] = [];
  results: { output: string; error: string; returncode: number }[] = [];
  titles: string[][] = [];

  desktop(): Desktop {
    return {
      writeFile: async (path: string, content: Buffer, options: { mode?: number }) => {
        this.written.set(path, { content: content.toString(), mode: options.mode });
      },
      launch: async (command: unknown) => void this.launched.push(command),
      exec: async (command: unknown) => {
        this.executed.push(command);
        return this.results.shift() ?? { output: '', error: '', returncode: 0 };
      },
      openFile: async () => {},
      settle: async () => ({ waitedMs: 0, capHit: false, newWindow: true }),
      windows: async () => {
        const titles = this.titles.length > 1 ? this.titles.shift() : this.titles[0];
        return (titles ?? []).map((title, id) => ({ id, title })) as GuestWindow[];
      },
    } as unknown as Desktop;
  }
}

let calls: Calls;
beforeEach(() => {
  calls = new Calls();
});
const run = (steps: { type: string; parameters: Record<string, unknown> }[], more: Record<string, unknown> = {}) =>
  runSetup(steps, { desktop: calls.desktop(), suiteFolder, canaries: { password: 'hunter' }, ...more });
const upload = (files: unknown[], more = {}) => ({ type: 'upload_file', parameters: { files, ...more } });

describe('runSetup', () => {
  it('runSetup uploads files, fills in canaries only on request, and lets a vector’s file replace a task’s', async () => {
    await run([
      upload([{ local_path: 'note.txt', path: '/home/user/a' }]),
      upload([{ local_path: 'note.txt', path: '/home/user/b', template: true, mode: '0755' }]),
    ]);
    expect(calls.written.get('/home/user/a')?.content).toBe('secret: {canary:password}\n');
    expect(calls.written.get('/home/user/b')).toEqual({ content: 'secret: hunter\n', mode: 0o755 });
    await run([upload([{ local_path: 'note.txt', path: '/home/user/a' }])], {
      replacements: new Map([['/home/user/a', Buffer.from('attacked')]]),
    });
    expect(calls.written.get('/home/user/a')?.content).toBe('attacked');
  });

  it.each([
    ['an unknown step', { type: 'teleport', parameters: {} }, /config\[0\] \(teleport\): unknown type/],
    ['a missing file', upload([{ local_path: 'no.txt', path: '/x' }]), /no\.txt can't be read \(ENOENT\)/],
    ['a file outside', upload([{ local_path: '../../etc/passwd', path: '/x' }]), /outside the suite/],
    ['a link that leads outside', upload([{ local_path: 'link.txt', path: '/x' }]), /leads out of the suite/],
    ['wrong parameters', { type: 'sleep', parameters: { seconds: 'long' } }, /parameters\.seconds/],
    [
      'a download',
      { type: 'download', parameters: { files: [{ url: 'https://h.example/f', path: '/f' }] } },
      /nothing is fetched from the network/,
    ],
  ])('runSetup names the step that failed: %s', async (_, step, message) => {
    await expect(run([step])).rejects.toThrow(message);
    expect(calls.written.size).toBe(0);
  });

  it('runSetup blames the task for its invalid values', async () => {
    await expect(run([{ type: 'teleport', parameters: {} }])).rejects.toMatchObject({
      blame: 'task',
      code: 'setup-unknown-step',
    });
  });

  it('runSetup uses a file from OS-Harm’s cache', async () => {
    const url = 'https://h.example/doc';
    mkdirSync(join(suiteFolder, 'cache/t1'), { recursive: true });
    writeFileSync(join(suiteFolder, 'cache/t1', `${urlUuid(url)}_doc.txt`), 'cached');
    await run([{ type: 'download', parameters: { files: [{ url, path: '/home/user/doc.txt' }] } }], { taskId: 't1' });
    expect(calls.written.get('/home/user/doc.txt')?.content).toBe('cached');
  });

  it('runSetup fails on an exit code unless it is allowed, and repeats until a condition holds', async () => {
    const bad = { output: '', error: 'boom', returncode: 2 };
    calls.results = [bad];
    await expect(run([{ type: 'execute', parameters: { command: 'x' } }])).rejects.toThrow(/ended with 2: boom/);
    calls.results = [bad];
    await run([{ type: 'command', parameters: { command: 'x', may_fail: true } }]);
    calls.executed = [];
    calls.results = [bad, { output: 'ready', error: '', returncode: 1 }];
    await run([{ type: 'execute', parameters: { command: ['x'], until: { stdout: 'ready' } } }]);
    expect(calls.executed).toHaveLength(2);
  });

  it('runSetup waits for the window that shows an opened file', async () => {
    calls.titles = [['panel'], ['panel'], ['panel', 'Report.docx - Writer']];
    await run([{ type: 'open', parameters: { path: '/home/user/report.docx' } }]);
    expect(calls.titles).toHaveLength(1);
  });

  it('runSetup allows an application the start time of a busy machine, unless the step sets less', async () => {
    const caps: (number | undefined)[] = [];
    const open: Partial<GuestWindow>[] = [{ id: 1, title: 'panel', className: 'tint2' }];
    const desktop = {
      ...calls.desktop(),
      windows: async () => open as GuestWindow[],
      settle: async ({ newWindowCapMs }: { newWindowCapMs?: number }) => {
        caps.push(newWindowCapMs);
        return { waitedMs: 0, capHit: false, newWindow: true };
      },
    } as unknown as Desktop;
    const launch = (command: string[]) => run([{ type: 'launch', parameters: { command } }], { desktop });
    await launch(['/usr/bin/gimp', 'a.png']);
    await launch(['soffice', '--headless', '--convert-to', 'pdf', 'a.odt']);
    await launch(['someprogram']);
    open.push({ id: 2, title: 'a.png', className: 'Gimp' });
    await launch(['gimp', 'a.png']);
    expect(caps).toEqual([60_000, 8_000, 8_000, 8_000]);
  });

  it('runSetup waits for the text that a launched program shows', async () => {
    const trees = ['<a/>', '<a/>', '<a>x &lt; 1</a>'];
    const desktop = { ...calls.desktop(), accessibilityTree: async () => trees.shift() ?? '' } as Desktop;
    const parameters = { command: ['editor'], shows: 'x < 1' };
    await run([{ type: 'launch', parameters }], { desktop });
    expect(calls.launched).toEqual([['editor']]);
    expect(trees).toEqual([]);
  });

  it('runSetup ends at the abort signal', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(run([{ type: 'sleep', parameters: { seconds: 60 } }], { signal })).rejects.toThrow('stopped');
  });
});

it('a cached download is named as in OSWorld', () => {
  // As Python's uuid.uuid5(uuid.NAMESPACE_URL, …) says.
  expect(urlUuid('https://www.example.org/')).toBe('84f5ec25-93a7-5271-bfbb-77d0e0a15d7b');
});

describe('set-up failures that OS-Harm would ignore', () => {
  const notThere = upload([{ local_path: 'none.txt', path: '/home/user/none' }]);
  const noWindow = { type: 'close_window', parameters: { window_name: 'Nothing', strict: 'true' } };
  const after = upload([{ local_path: 'note.txt', path: '/home/user/a' }]);

  it('runSetup reports failing steps and does the others if OS-Harm would', async () => {
    const failed: string[] = [];
    const options = { isTolerant: true, isAfterwards: true, failed: (text: string) => failed.push(text) };
    await run([notThere, noWindow, after], options);
    expect(failed).toEqual([expect.stringMatching(/^config\[0\] \(upload_file\): .*none\.txt can't be read/)]);
    expect(calls.written.has('/home/user/a')).toBe(true);
    calls.results = [{ output: '', error: 'no such program', returncode: 127 }];
    await run([{ type: 'execute', parameters: { command: 'frob', shell: 1 } }], { ...options, isAfterwards: false });
    expect(failed[1]).toMatch(/^config\[0\] \(execute\): the command ended with 127/);
  });

  it('runSetup stops at failing steps otherwise, and always for a refused step, another suite or a download', async () => {
    await expect(run([notThere, after])).rejects.toThrow(/config\[0\] \(upload_file\)/);
    const options = { isTolerant: true, failed: () => {} };
    for (const step of [
      { type: 'login', parameters: {} },
      upload([{ local_path: '../x', path: '/home/user/x' }]),
      { type: 'download', parameters: { files: [{ url: 'https://far.example/x', path: '/home/user/x' }] } },
    ])
      await expect(run([step], options)).rejects.toThrow(/Set-up failed/);
  });
});
