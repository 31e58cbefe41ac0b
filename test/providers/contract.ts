import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { OsharmError } from '../../src/base/errors.ts';
import type { Desktop, DesktopProvider, DesktopSpec } from '../../src/desktop/client/desktop.ts';

/** What is put to the test. */
export interface ContractWorld {
  provider: DesktopProvider;
  spec: DesktopSpec;
  /** A port inside can be connected to. */
  reachesPorts: boolean;
  /** What is left of closed desktops: processes, folders, containers, leases; in words. */
  leftovers(): Promise<string[]>;
  /** How much slower than a sandbox it may be. */
  patience: number;
}

/** What one desktop is asked, in this order. */
export interface ContractCheck {
  name: string;
  run(desktop: Desktop, world: ContractWorld): Promise<void>;
}

const mark = '/home/user/left-behind.txt';
const content = Buffer.from([0, 1, 2, 255, 10, 13, 0, 65]);

async function code(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => assert.fail('it was expected to fail'),
    (thrown: unknown) => thrown,
  );
  assert(error instanceof OsharmError, `a typed error, not ${error}`);
  return error.code;
}

export const checks: readonly ContractCheck[] = [
  {
    name: 'a screenshot has the requested size and more than one colour',
    async run(desktop, { spec }) {
      const png = await desktop.screenshot();
      assert.equal(png.toString('latin1', 1, 4), 'PNG');
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [spec.width, spec.height]);
      assert(png.length > 4_000, 'a picture of a desktop');
    },
  },
  {
    name: 'an observation has a picture, a tree and times',
    async run(desktop) {
      const seen = await desktop.observe();
      const tree = new DOMParser().parseFromString(seen.accessibilityTree, 'text/xml');
      assert.equal(tree.documentElement?.localName, 'desktop-frame');
      assert(seen.timings.screenshotMs > 0 && seen.timings.treeMs > 0);
      assert(typeof seen.timings.settleMs === 'number');
      assert(Math.abs(seen.time - Date.now()) < 300_000);
    },
  },
  {
    name: 'a command returns its output, errors and exit code',
    async run(desktop) {
      const done = await desktop.exec(['bash', '-c', 'echo out; echo bad >&2; exit 3']);
      assert.deepEqual(done, { output: 'out\n', error: 'bad\n', returncode: 3 });
      assert.equal((await desktop.exec('id -un')).output, 'user\n');
      assert.equal((await desktop.exec(['echo', '$HOME; `id`'])).output, '$HOME; `id`\n');
    },
  },
  {
    name: 'an agent’s code runs, and its failure is returned',
    async run(desktop) {
      const fine = await desktop.execute('import pyautogui\npyautogui.moveTo(321, 123)\nprint(pyautogui.position().x)');
      assert.equal(fine.returncode, 0, fine.error);
      assert.equal(fine.output.trim(), '321');
      const wrong = await desktop.execute('raise ValueError("no such thing")');
      assert.equal(wrong.returncode, 1);
      assert.match(wrong.error, /ValueError: no such thing/);
    },
  },
  {
    name: 'the clock equals this machine’s',
    async run(desktop) {
      const seconds = Number((await desktop.exec(['date', '+%s'])).output);
      assert(Math.abs(seconds - Date.now() / 1000) < 60, `its clock says ${seconds}`);
    },
  },
  {
    name: 'files are written and read unchanged, as the user and as root',
    async run(desktop) {
      await desktop.writeFile('/home/user/new folder/ä b.bin', content);
      assert.deepEqual(await desktop.readFile('/home/user/new folder/ä b.bin'), content);
      await desktop.writeFile('/etc/of-root.conf', Buffer.from('x = 1\n'), { owner: 'root', mode: 0o640 });
      const { output } = await desktop.exec(['stat', '-c', '%U %a', '/etc/of-root.conf']);
      assert.equal(output, 'root 640\n');
      assert.equal(await desktop.readFile('/home/user/never-there'), null);
      assert.equal(await desktop.readFile('/home/user/new folder'), null);
      await desktop.exec(['chmod', '000', '/home/user/new folder/ä b.bin']);
      const locked = await desktop.readFile('/home/user/new folder/ä b.bin');
      await desktop.exec(['chmod', '644', '/home/user/new folder/ä b.bin']);
      assert(locked === null || locked.equals(content), 'a file that the user can’t read is no error');
    },
  },
  {
    name: 'a listing has types, sizes, modes and hashes, in order',
    async run(desktop) {
      await desktop.exec(['ln', '-s', 'ä b.bin', '/home/user/new folder/link']);
      const listed = await desktop.listFiles('/home/user/new folder');
      const facts = listed.map(({ path, type, size, hash, mode }) => [path, type, size, hash, mode]);
      const hash = createHash('sha256').update(content).digest('hex');
      assert.equal(facts[0]?.[0], '/home/user/new folder');
      assert.equal(facts[0]?.[1], 'directory');
      const link = listed.find(({ type }) => type === 'symlink');
      assert.equal(link?.target, 'ä b.bin');
      const file = listed.find(({ type }) => type === 'file');
      assert.deepEqual([file?.path, file?.size, file?.hash], ['/home/user/new folder/ä b.bin', content.length, hash]);
      assert.equal((file?.mode ?? 0) & 0o777, 0o644);
      assert.deepEqual(await desktop.listFiles('/home/user/never-there'), []);
    },
  },
  {
    name: 'a program starts, shows its window and text, and is closed',
    async run(desktop, { patience }) {
      await desktop.writeFile('/home/user/note.txt', Buffer.from('a line to be read in the tree\n'));
      const known = (await desktop.windows()).map(({ id }) => id);
      await desktop.launch(['mousepad', '/home/user/note.txt']);
      const settled = await desktop.settle({ newWindowSince: known, newWindowCapMs: 10_000 * patience });
      assert.equal(settled.newWindow, true);
      const opened = (await desktop.windows()).find(({ id }) => !known.includes(id));
      assert.match(opened?.title ?? '', /note\.txt/);
      assert.match(opened?.className ?? '', /mousepad/i);
      assert((opened?.width ?? 0) > 100);
      assert.match(await desktop.accessibilityTree(), /a line to be read in the tree/);
      await desktop.closeWindow('note.txt');
      for (let wait = 0; wait < 20 * patience; wait += 1) {
        if (!(await desktop.windows()).some(({ id }) => id === opened?.id)) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      assert.fail('the window is still there');
    },
  },
  {
    name: 'the clipboard can be read',
    async run(desktop, { patience }) {
      await desktop.launch(['bash', '-c', 'printf "copied: ä" | xclip -selection clipboard']);
      let text: string | null | undefined;
      for (let wait = 0; wait < 20 * patience && text !== 'copied: ä'; wait += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        text = (await desktop.clipboard?.())?.text;
      }
      assert.equal(text, 'copied: ä');
    },
  },
  {
    name: 'a port inside is reachable, or the error says that it is not',
    async run(desktop, { reachesPorts }) {
      if (!reachesPorts) {
        assert.equal(await code(desktop.connect(8123)), 'desktop-port');
        return;
      }
      await desktop.launch(['socat', 'TCP-LISTEN:8123,fork', 'EXEC:cat']);
      for (let tries = 0; ; tries += 1) {
        try {
          const stream = await desktop.connect(8123);
          stream.write('there and back\n');
          const back = await new Promise<Buffer>((resolve, reject) => {
            stream.once('data', resolve);
            stream.once('error', reject);
            stream.once('close', () => reject(new Error('closed')));
          });
          assert.equal(back.toString(), 'there and back\n');
          stream.destroy();
          return;
        } catch (error) {
          if (tries === 20) throw error;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      }
    },
  },
  {
    name: 'a deadline ends a call, and the desktop continues',
    async run(desktop, { patience }) {
      const start = performance.now();
      assert.equal(await code(desktop.exec(['sleep', '60'], { timeoutMs: 700 })), 'guest-timeout');
      assert(performance.now() - start < 30_000);
      const late = await desktop.execute('while True: pass', { timeoutMs: 1_000 * patience });
      assert.equal(late.timedOut, true);
      assert.equal((await desktop.exec(['echo', 'on'])).output, 'on\n');
    },
  },
  {
    name: 'an abort ends a call with its reason',
    async run(desktop) {
      const stop = new AbortController();
      const reason = new Error('enough');
      const call = desktop.exec(['sleep', '60'], { signal: stop.signal });
      setTimeout(() => stop.abort(reason), 200);
      await assert.rejects(call, reason);
      assert.equal((await desktop.exec(['echo', 'on'])).output, 'on\n');
    },
  },
  {
    name: 'missing capabilities are reported: effects, mock services',
    async run(desktop, { provider }) {
      const has = provider.capabilities ?? { effects: true, internet: true };
      if (has.effects) {
        assert((await desktop.indexFiles()).files > 0);
        await desktop.exec(['touch', '/home/user/changed']);
        assert((await desktop.scanFiles()).some(({ path }) => path === '/home/user/changed'));
      } else {
        assert.equal(await code(desktop.indexFiles()), 'desktop-incapable');
        assert.equal(await code(desktop.scanFiles()), 'desktop-incapable');
      }
      const site = { host: 'shop.example', kind: 'files' as const, files: [{ path: '/a', content: 'YQ==' }] };
      if (has.internet) {
        await desktop.serveSites([site]);
        assert.equal((await desktop.exec(['curl', '-s', 'https://shop.example/a'])).output, 'a');
      } else assert.equal(await code(desktop.serveSites([site])), 'desktop-incapable');
    },
  },
  {
    name: 'the next desktop is clean, with nothing of the last one left',
    async run(desktop, { provider, spec }) {
      await desktop.writeFile(mark, Buffer.from('of an earlier run\n'));
      await desktop.close();
      await desktop.close();
      assert.equal(desktop.state().state, 'closed');
      assert.equal(await code(desktop.screenshot()), 'desktop-closed');
      const next = await provider.create(spec);
      try {
        assert.equal(await next.readFile(mark), null);
        assert.equal(await next.readFile('/etc/of-root.conf'), null);
        assert(!(await next.windows()).some(({ title }) => title.includes('note.txt')));
      } finally {
        await next.close();
      }
    },
  },
];

/** After the last desktop was closed. */
export const lastChecks: readonly { name: string; run(world: ContractWorld): Promise<void> }[] = [
  {
    name: 'an aborted start leaves nothing behind',
    async run({ provider, spec, leftovers }) {
      const stop = new AbortController();
      const reason = new Error('not wanted any more');
      setTimeout(() => stop.abort(reason), 150);
      const made = provider.create(spec, stop.signal);
      await assert.rejects(made, reason);
      assert.deepEqual(await leftovers(), []);
    },
  },
  {
    name: 'closing the provider closes open desktops and leaves nothing behind',
    async run({ provider, spec, leftovers }) {
      const open = await provider.create(spec);
      await provider.close();
      assert.equal(open.state().state, 'closed');
      assert.deepEqual(await leftovers(), []);
    },
  },
];
