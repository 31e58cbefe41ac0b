import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkImageRange, readIdRange } from './id-range.ts';

let folder: string;
const files = () => ({
  users: join(folder, 'subuid'),
  groups: join(folder, 'subgid'),
  userMap: join(folder, 'uid_map'),
  groupMap: join(folder, 'gid_map'),
});
const root = { uid: 0, username: 'root' };
const bob = { uid: 1001, username: 'bob' };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ids-'));
  await map('         0          0 4294967295\n');
});
afterEach(() => rm(folder, { recursive: true }));

async function write(users: string, groups = users): Promise<void> {
  await writeFile(files().users, users);
  await writeFile(files().groups, groups);
}

/** Ids that the container has. */
async function map(lines: string): Promise<void> {
  await writeFile(files().userMap, lines);
  await writeFile(files().groupMap, lines);
}

it('an account’s id range is found by name or number if it is large enough', async () => {
  await write('ann:100000:65536\nbob:165536:1000\nbob:300000:65536\n', 'ann:100000:65536\n1001:400000:70000\n');
  expect(await readIdRange(bob, files())).toEqual({ firstUser: 300_000, firstGroup: 400_000 });
});

it('an id range that is not shared with another account is preferred', async () => {
  await write('bob:100000:65536\nann:100000:65536\nbob:300000:65536\n');
  expect(await readIdRange(bob, files())).toEqual({ firstUser: 300_000, firstGroup: 300_000 });
});

it('an account without an id range gets an error with the command that adds one', async () => {
  await write('ann:100000:65536\n');
  await expect(readIdRange(bob, files())).rejects.toMatchObject({
    code: 'sandbox-no-id-range',
    hint: expect.stringContaining('usermod --add-subuids 165536-231071'),
  });
  await Promise.all([rm(files().users), rm(files().groups)]);
  await expect(readIdRange(bob, files())).rejects.toMatchObject({
    hint: expect.stringContaining('100000-165535'),
  });
});

it.each([
  ['below a range at the end of all ids', 'containers:2147483647:2147483648\n', '100000-165535'],
  ['between two ranges', 'ann:100000:65536\ncid:300000:65536\n', '165536-231071'],
  ['not in a gap that is too small', 'ann:100000:65536\ncid:165636:65536\n', '231172-296707'],
  ['whatever the order of the lines', 'cid:165536:65536\nann:100000:65536\n', '231072-296607'],
])('a free id range is proposed: %s', async (_, entries, range) => {
  await write(entries);
  await expect(readIdRange(bob, files())).rejects.toMatchObject({ hint: expect.stringContaining(range) });
});

/** Ids that others give out: name, first, last. */
const givenOut: [string, number, number][] = [
  ['useradd (SUB_UID_MAX)', 100_000, 600_100_000],
  ['systemd-nspawn', 524_288, 1_879_048_191],
  ['LXD without entries', 1_000_000, 1_000_999_999],
  ['OpenShift', 1_000_000_000, 1_999_999_999],
  ['SSSD and FreeIPA', 200_000, 2_000_200_000],
  ['foreign ids of systemd', 2_147_352_576, 2_147_418_111],
  ['sub-ids of FreeIPA, what Podman suggests, negative numbers', 2_147_483_647, 4_294_967_295],
  ['accounts, dynamic users of systemd, nobody', 0, 65_535],
];

it.each(givenOut)('root gets an id range outside the ids of %s', async (_, first, last) => {
  await write('');
  const { firstUser, firstGroup } = await readIdRange(root, files());
  for (const start of [firstUser, firstGroup]) expect(start > last || start + 65_535 < first).toBe(true);
});

it('root gets its own id range, or the next one if an account has the usual range', async () => {
  await write('ann:2130706432:65536\n');
  expect(await readIdRange(root, files())).toEqual({ firstUser: 2_130_640_896, firstGroup: 2_130_640_896 });
  await write('ann:2130706432:65536\n', '');
  expect(await readIdRange(root, files())).toEqual({ firstUser: 2_130_640_896, firstGroup: 2_130_706_432 });
  await write('ann:100000:65536\nroot:500000:65536\n');
  expect(await readIdRange(root, files())).toEqual({ firstUser: 500_000, firstGroup: 500_000 });
});

it('root uses the end of a large id range whose beginning LXD uses', async () => {
  await write('root:1000000:1000000000\n');
  expect(await readIdRange(root, files())).toEqual({ firstUser: 1_000_934_464, firstGroup: 1_000_934_464 });
});

it.each([
  ['a billion ids', '0 1000000 1000000000\n', 999_882_752],
  ['twice 65536 ids', '0 100000 131072\n', 65_536],
  ['several extents', '0 1000 1\n1 100000 65535\n200000 300000 200000\n', 327_680],
])('root of a container with %s gets an id range that the container has', async (_, lines, first) => {
  await write('');
  await map(lines);
  expect(await readIdRange(root, files())).toEqual({ firstUser: first, firstGroup: first });
});

it('root of a container without further ids is refused', async () => {
  await write('');
  await map('0 1000 1\n1 100000 65536\n');
  await expect(readIdRange(root, files())).rejects.toMatchObject({
    code: 'sandbox-no-id-range',
    hint: expect.stringContaining('container'),
  });
});

it('an id range shared with another account is refused, with the command that adds one', async () => {
  await write('ann:100000:65536\nbob:120000:65536\n');
  await expect(readIdRange(bob, files())).rejects.toMatchObject({
    code: 'sandbox-id-range-shared',
    message: expect.stringContaining('ann'),
    hint: expect.stringContaining('usermod --add-subuids 185536-251071 --add-subgids 185536-251071 bob'),
  });
});

it('an image whose files belong to another account’s ids is refused', async () => {
  const image = { id: 'abc', range: { firstUser: 100_000, firstGroup: 100_000 } };
  await write('bob:100000:65536\n');
  await expect(checkImageRange(image, bob, files())).resolves.toBeUndefined();
  // Given to bob after root had built with it.
  await expect(checkImageRange(image, root, files())).rejects.toMatchObject({
    code: 'image-foreign-range',
    message: expect.stringContaining('belong to bob'),
    hint: expect.stringContaining('osharm setup image build'),
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
