import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Leases } from '../../base/record/lease/leases.ts';
import { identityOf } from '../../base/record/lease/process-identity.ts';
import { cachedInUse } from '../client/cache-use.ts';
import { type Image, ownerOf, readImage } from './image.ts';
import { moveImage, needsMove, removeReplaced } from './move-range.ts';

const first = 3_000_000;
const privateFirst = 0x7f00_0000;
let cache: string;
let image: Image;
const before = process.env.OSHARM_CACHE;
const files = () => ({ users: join(cache, 'subuid'), groups: join(cache, 'subgid') });

/** Only root can give files to ids of others without `newuidmap`. */
const isRoot = process.getuid?.() === 0;

const making = `
mkdir -p layers/packages/rootfs/usr layers/packages/rootfs/home images/one/rootfs images/one/ca downloads/apt/partial
cd layers/packages/rootfs
echo program > usr/sudo && echo mail > usr/mail && echo plain > usr/plain && ln -s plain usr/link && echo mine > home/mine
chown -Rh ${first}:${first} . && chown -h ${first + 1000}:${first + 1000} home home/mine && chown ${first}:${first + 8} usr/mail
chmod 4755 usr/sudo && chmod 2755 usr/mail && chmod 1777 home
python3 -c 'import os, sys; os.setxattr("usr/plain", "security.capability", bytes.fromhex(sys.argv[1]))' "$CAPABILITY"
cd ../../..
cp -al layers/packages/rootfs/. images/one/rootfs/
chown ${first}:${first} images/one/rootfs
chown -R ${first}:${first} downloads/apt
`;

beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), 'move-range-'));
  chmodSync(cache, 0o755);
  process.env.OSHARM_CACHE = cache;
  if (!isRoot) return;
  execFileSync('sh', ['-ec', making], { cwd: cache, env: { ...process.env, CAPABILITY: capability(first) } });
  writeFileSync(join(cache, 'images/one/image.json'), JSON.stringify({ id: 'one', recipe: 'one', created: '2026' }));
  writeFileSync(files().users, `ann:${first}:65536\n`);
  writeFileSync(files().groups, `ann:${first}:65536\n`);
  image = (await readImage('one')) as Image;
});
afterEach(() => {
  if (before === undefined) delete process.env.OSHARM_CACHE;
  else process.env.OSHARM_CACHE = before;
  rmSync(cache, { recursive: true });
});

/** Everything below a tree but times: type, rights, owners inside, number of links, path. */
const listed = (tree: string, from: number): string =>
  execFileSync('find', ['.', '-printf', '%y %m %U %G %n %P %l\n'], { cwd: tree, encoding: 'utf8' })
    .split('\n')
    .map((line) => line.replace(/^(\S+ \S+) (\d+) (\d+)/, (_, head, uid, gid) => `${head} ${uid - from} ${gid - from}`))
    .sort()
    .join('\n');

/** `cap_net_bind_service=ep` of revision 3: for user namespaces whose root is this id. */
function capability(root: number): string {
  const words = Buffer.alloc(24);
  for (const [index, word] of [0x03000001, 1 << 10, 0, 0, 0, root].entries()) words.writeUInt32LE(word, index * 4);
  return words.toString('hex');
}

const capabilityOf = (file: string): string =>
  execFileSync(
    'python3',
    ['-c', 'import os, sys; print(os.getxattr(sys.argv[1], "security.capability").hex())', file],
    {
      encoding: 'utf8',
    },
  ).trim();

const trees = ['layers/packages/rootfs', 'downloads/apt'];

describe.skipIf(!isRoot)('images whose ids were given to another account', () => {
  it('an image moved to free ids keeps its layers, permissions and links', async () => {
    const lists = [image.rootfs, ...trees.map((tree) => join(cache, tree))];
    const old = lists.map((tree) => listed(tree, first));
    expect(await needsMove(cache, image, files())).toBe(true);
    await moveImage(cache, image, files());
    expect(await needsMove(cache, image, files())).toBe(false);
    expect(lists.map((tree) => listed(tree, privateFirst))).toEqual(old);
    expect(capabilityOf(join(image.rootfs, 'usr/plain'))).toBe(capability(privateFirst));
    expect(old[0]).toContain('f 4755 0 0 2 usr/sudo');
    expect(old[0]).toContain('f 2755 0 8 2 usr/mail');
    expect(readdirSync(cache).filter((name) => name.startsWith('moving'))).toEqual([]);
  });

  it('an interrupted move of an image is finished by the next process', async () => {
    const old = listed(image.rootfs, first);
    const special = ['usr/sudo', 'usr/mail'].map((path) => ({
      path: `images/one/rootfs/${path}`,
      mode: statSync(join(image.rootfs, path)).mode & 0o7777,
      capability: null,
    }));
    const range = (value: number) => ({ firstUser: value, firstGroup: value });
    const note = {
      from: range(first),
      to: range(privateFirst),
      trees: ['images/one/rootfs', ...trees, 'layers/gone'],
      special,
    };
    writeFileSync(join(cache, 'moving.json'), JSON.stringify(note));
    execFileSync('chown', ['-R', `${privateFirst}:${privateFirst}`, join(image.rootfs, 'usr/sudo')]);
    // Also if nobody has the ids any more that it was moved from.
    writeFileSync(files().users, '');
    expect(await needsMove(cache, image, files())).toBe(true);
    await moveImage(cache, image, files());
    expect(listed(image.rootfs, privateFirst)).toBe(old);
    expect(existsSync(join(cache, 'moving.json'))).toBe(false);
  });

  it('an image in use is copied to new ids, and the process keeps the old one', async () => {
    const old = listed(image.rootfs, first);
    const user = useElsewhere();
    try {
      await moveImage(cache, image, files());
      expect(listed(image.rootfs, first).replaceAll(' 1 ', ' 2 ')).toBe(old.replaceAll(' 1 ', ' 2 '));
      const moved = (await readImage('one')) as Image;
      expect(moved.rootfs).not.toBe(image.rootfs);
      expect(await ownerOf(moved.rootfs)).toEqual({ firstUser: privateFirst, firstGroup: privateFirst });
      expect(listed(moved.rootfs, privateFirst)).toBe(old);
      expect(capabilityOf(join(moved.rootfs, 'usr/plain'))).toBe(capability(privateFirst));
      expect(listed(join(cache, 'layers/packages/rootfs'), privateFirst)).toContain('f 4755 0 0 2 usr/sudo');
      await removeReplaced(cache, moved);
      expect(existsSync(image.rootfs)).toBe(true);
      user.kill();
      await new Promise((resolve) => user.once('exit', resolve));
      await removeReplaced(cache, moved);
      expect(existsSync(image.rootfs)).toBe(false);
      expect((await readImage('one'))?.rootfs).toBe(moved.rootfs);
      expect(cachedInUse(cache).size).toBe(0);
    } finally {
      user.kill();
    }
  });

  it('an image that belongs to another account stays unchanged', async () => {
    execFileSync('chown', ['1234:1234', image.folder]);
    expect(await needsMove(cache, image, files())).toBe(false);
    await moveImage(cache, image, files());
    expect(await ownerOf(image.rootfs)).toEqual({ firstUser: first, firstGroup: first });
  });
});

/** A process that notes that it uses the image, as a sweep does. */
function useElsewhere() {
  const child = spawn('sleep', ['60']);
  new Leases(join(cache, 'in-use.sqlite'), identityOf(child.pid as number)).share(['images/one']);
  return child;
}
