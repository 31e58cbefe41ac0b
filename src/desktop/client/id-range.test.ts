import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkImageRange, readIdRange } from './id-range.ts';

let folder: string;
const files = () => ({ users: join(folder, 'subuid'), groups: join(folder, 'subgid') });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ids-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(users: string, groups = users): Promise<void> {
  await writeFile(files().users, users);
  await writeFile(files().groups, groups);
}

it('takes the range of an account by name or number, if it is large enough', async () => {
  await write('ann:100000:65536\nbob:165536:1000\nbob:300000:65536\n', 'ann:100000:65536\n1001:400000:70000\n');
  expect(await readIdRange({ uid: 1001, username: 'bob' }, files())).toEqual({
    firstUser: 300_000,
    firstGroup: 400_000,
  });
});

it('tells an account without a range how to get one', async () => {
  await write('ann:100000:65536\n');
  await expect(readIdRange({ uid: 1001, username: 'bob' }, files())).rejects.toMatchObject({
    code: 'sandbox-no-id-range',
    hint: expect.stringContaining('usermod --add-subuids 165536-231071'),
  });
  await Promise.all([rm(files().users), rm(files().groups)]);
  await expect(readIdRange({ uid: 1001, username: 'bob' }, files())).rejects.toMatchObject({
    hint: expect.stringContaining('100000-165535'),
  });
});

it('gives root the customary range, or one that no account has', async () => {
  const root = { uid: 0, username: 'root' };
  await write('');
  expect(await readIdRange(root, files())).toEqual({ firstUser: 100_000, firstGroup: 100_000 });
  await write('ann:100000:65536\n');
  expect(await readIdRange(root, files())).toEqual({ firstUser: 2_000_000_000, firstGroup: 2_000_000_000 });
  await write('ann:100000:65536\nroot:500000:65536\n');
  expect(await readIdRange(root, files())).toEqual({ firstUser: 500_000, firstGroup: 500_000 });
});

it('refuses a range that somebody else was given too', async () => {
  await write('ann:100000:65536\nbob:120000:65536\n');
  await expect(readIdRange({ uid: 1001, username: 'bob' }, files())).rejects.toMatchObject({
    code: 'sandbox-id-range-shared',
    message: expect.stringContaining('ann'),
  });
});

it('refuses an image whose files belong to ids of somebody else', async () => {
  const image = { id: 'abc', range: { firstUser: 100_000, firstGroup: 100_000 } };
  const root = { uid: 0, username: 'root' };
  const bob = { uid: 1001, username: 'bob' };
  await write('bob:100000:65536\n');
  await expect(checkImageRange(image, bob, files())).resolves.toBeUndefined();
  // Given to bob after root had built with it.
  await expect(checkImageRange(image, root, files())).rejects.toMatchObject({
    code: 'image-foreign-range',
    message: expect.stringContaining('given to bob'),
    hint: expect.stringContaining('osharm setup image remove abc'),
  });
  // A shared cache: the image is another account's.
  await write('ann:100000:65536\nbob:165536:65536\n');
  await expect(checkImageRange(image, bob, files())).rejects.toMatchObject({
    code: 'image-foreign-range',
    hint: expect.stringContaining('OSHARM_CACHE'),
  });
  await write('');
  await expect(checkImageRange(image, root, files())).resolves.toBeUndefined();
});
