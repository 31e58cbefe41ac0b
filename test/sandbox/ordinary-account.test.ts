import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInUserNamespace } from '../../src/desktop/client/user-namespace.ts';
import { findImage } from '../../src/desktop/image/find-image.ts';
import type { Image } from '../../src/desktop/image/image.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const name = `osharm-t${randomBytes(3).toString('hex')}`;
const home = `/var/tmp/${name}`;
const isRoot = process.getuid?.() === 0;

/** Applications, compilers and documentation: a session runs without them, and copying them would take a minute. */
const leftOut = [
  'usr/lib/chromium',
  'usr/lib/gcc',
  'usr/lib/gimp',
  'usr/lib/git-core',
  'usr/lib/libreoffice',
  'usr/lib/thunderbird',
  'usr/lib/x86_64-linux-gnu/perl',
  'usr/lib/x86_64-linux-gnu/vlc',
  'usr/share/doc',
  'usr/share/gimp',
  'usr/share/help',
  'usr/share/i18n',
  'usr/share/locale',
  'usr/share/perl',
  'usr/share/thunderbird',
  'opt',
  'var/lib/dpkg',
];

/** Gives the account a copy of the image that belongs to its own range of ids, as `osharm setup image build` would. */
async function copyImage(image: Image, owner: { uid: number; gid: number; first: number }): Promise<void> {
  const folder = join(home, 'cache', 'images', image.id);
  await mkdir(join(folder, 'rootfs'), { recursive: true });
  await cp(join(image.folder, 'ca'), join(folder, 'ca'), { recursive: true });
  await cp(join(image.folder, 'image.json'), join(folder, 'image.json'));
  await run('chown', ['-R', `${owner.uid}:${owner.gid}`, home]);
  await chown(join(folder, 'rootfs'), owner.first, owner.first);
  const { uid, gid } = await stat(image.rootfs);
  const bind = (source: string) => `mount -t tmpfs tmpfs /run\nmkdir /run/tree\nmount --bind '${source}' /run/tree`;
  const exclude = leftOut.map((path) => `--exclude=./${path}`);
  const [pack, unpack] = await Promise.all([
    startInUserNamespace(['tar', '-C', '/run/tree', ...exclude, '-cf', '-', '.'], {
      range: { firstUser: uid, firstGroup: gid },
      arrange: bind(image.rootfs),
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
    startInUserNamespace(['tar', '-C', '/run/tree', '-xpf', '-'], {
      range: { firstUser: owner.first, firstGroup: owner.first },
      arrange: bind(join(folder, 'rootfs')),
      stdio: ['pipe', 'ignore', 'inherit'],
    }),
  ]);
  const done = once(unpack.process, 'exit');
  await pipeline(
    pack.process.stdout as NonNullable<typeof pack.process.stdout>,
    unpack.process.stdin as NonNullable<typeof unpack.process.stdin>,
  ).catch((error: NodeJS.ErrnoException) => {
    // The unpacking tar may leave at the archive's end mark, before it was told that no more comes: its exit code tells.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'EPIPE') throw error;
  });
  expect((await done)[0]).toBe(0);
}

const program = `
import { SandboxProvider } from ${JSON.stringify(join(root, 'src/desktop/providers/sandbox/sandbox-provider.ts'))};
import { attempt, attemptPython } from ${JSON.stringify(join(root, 'test/escape/inside.ts'))};
const provider = new SandboxProvider();
await provider.check();
const size = { width: 1280, height: 720 };
const limits = { memoryBytes: 900 * 2 ** 20, pids: 400, diskBytes: 100 * 2 ** 20 };
const desktop = await provider.create({ ...size, limits });
await desktop.writeFile('/home/user/Documents/a.txt', Buffer.from('a'));
await desktop.indexFiles();
const asRoot = await attempt(desktop, 'root', 'id -u; cat /proc/self/uid_map; rm /home/user/Documents/a.txt; cat /etc/shadow | head -c 5; ls ${home} ' + process.execPath);
const action = await desktop.execute('pyautogui.click(100, 100); print(pyautogui.position())');
const page = await attempt(desktop, 'user', 'curl -sS https://www.example.org/');
const forks = await attemptPython(desktop, 'user', \`
import os, time
count = 0
try:
    while count < 3000:
        if os.fork() == 0:
            time.sleep(2); os._exit(0)
        count += 1
except OSError as error: print('stopped', count)
\`);
const disk = await attempt(desktop, 'root', 'dd if=/dev/zero of=/large bs=1M count=300; rm /large');
const changes = (await desktop.scanFiles()).filter((change) => change.path.startsWith('/home/user/Documents'));
const screenshot = (await desktop.screenshot()).length;
await attemptPython(desktop, 'root', 'kept = [bytearray(10 << 20) for _ in range(300)]').catch(() => null);
const state = desktop.state();
await desktop.close();
console.log(JSON.stringify({ limits: desktop.limits, asRoot, action, page, forks, disk, changes, screenshot, state }));
`;

describe.skipIf(!isRoot)('as an ordinary account (made for this test; others run the whole suite as one)', () => {
  let uid = 0;
  let image: Image;

  beforeAll(async () => {
    const found = await findImage();
    if (found === null) throw new Error('There is no image.');
    image = found;
    // Its range must not be the one that root uses without an entry of its own.
    await run('useradd', [
      '--home-dir',
      home,
      '--create-home',
      '-K',
      'SUB_UID_MIN=700000000',
      '-K',
      'SUB_UID_MAX=800000000',
      '-K',
      'SUB_GID_MIN=700000000',
      '-K',
      'SUB_GID_MAX=800000000',
      name,
    ]);
    ({ uid } = await stat(home));
    const { gid } = await stat(home);
    const first = Number(new RegExp(`^${name}:(\\d+):`, 'm').exec(await readFile('/etc/subuid', 'utf8'))?.[1]);
    await copyImage(image, { uid, gid, first });
  });

  afterAll(async () => {
    await run('userdel', [name]);
    await rm(home, { recursive: true, force: true });
  });

  it('an ordinary account has a working desktop, with limits without a cgroup', async (context) => {
    await writeFile(join(home, 'program.ts'), program);
    const account = ['-u', name, '--', 'env', `HOME=${home}`, `OSHARM_CACHE=${join(home, 'cache')}`];
    const isReadable = await run('runuser', [
      ...account,
      'test',
      '-r',
      fileURLToPath(import.meta.url),
      '-a',
      '-x',
      process.execPath,
    ]).then(
      () => true,
      () => false,
    );
    if (!isReadable) context.skip('this checkout is in a folder that other accounts may not enter');
    const { stdout } = await run('runuser', [
      ...account,
      'sh',
      '-c',
      `umask 077; cd ${home} && exec ${process.execPath} program.ts`,
    ]);
    const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(seen.asRoot.output).toMatch(/^0\n\s+0\s+0\s+65536\nroot:/);
    expect(seen.asRoot.output).toContain(`cannot access '${home}'`);
    expect(seen.action).toMatchObject({ returncode: 0, output: 'Point(x=100, y=100)\n' });
    expect(seen.page.output).toContain('<h1>www.example.org</h1>');
    expect(seen.changes).toMatchObject([{ kind: 'deleted', path: '/home/user/Documents/a.txt' }]);
    expect(seen.screenshot).toBeGreaterThan(1000);
    expect(Number(/stopped (\d+)/.exec(seen.forks.output)?.[1])).toBeLessThan(400);
    expect(seen.disk.output).toContain('No space left on device');
    if (seen.limits.memory === 'watchdog')
      expect(seen.state).toMatchObject({ state: 'destroyed', reason: expect.stringContaining('memory limit') });
    const { stdout: left } = await run('ps', ['-eo', 'uid,args']);
    expect(left.split('\n').filter((line) => /^\s*(\d+) /.exec(line)?.[1] === String(uid))).toEqual([]);
  });
});
