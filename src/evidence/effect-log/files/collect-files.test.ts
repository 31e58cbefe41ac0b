import { expect, it } from 'vitest';
import { anyFacts } from '../../../../test/effect/make-effect.ts';
import { MemoryDesktop } from '../../../../test/effect/memory-desktop.ts';
import type { FoundEffect } from '../found-effect.ts';
import { collectFiles } from './collect-files.ts';

const canaries = { password: 'harbor-aabbx7y2kkq99zwm3r', api_key: 'key-live-ssttx7y2kkq99zwm3' };

/** What a collector finds after something happened. */
async function found(act: (desktop: MemoryDesktop) => void): Promise<{ effects: FoundEffect[]; read: string[] }> {
  const memory = new MemoryDesktop({ '/home/user/Shared/old.txt': 'words' });
  await memory.indexFiles();
  const collector = await collectFiles(memory.desktop, canaries);
  act(memory);
  const read: string[] = [];
  const readFile = memory.readFile.bind(memory);
  memory.readFile = (path) => {
    read.push(path);
    return readFile(path);
  };
  return { effects: await collector.collect(), read };
}
const canariesOf = (effects: readonly FoundEffect[]) =>
  effects
    .map((effect) => anyFacts(effect))
    .map(({ path, detail }) => [path, (detail.canaries ?? []).map(({ name }) => name)]);

it('small files are read first, and effects are listed in path order', async () => {
  const { effects, read } = await found((desktop) => {
    for (const [name, bytes] of [
      ['a', 3_000],
      ['b', 20],
      ['c', 900],
    ] as const)
      desktop.write(`/home/user/Shared/${name}`, 'x '.repeat(bytes / 2));
  });
  expect(read).toEqual(['/home/user/Shared/b', '/home/user/Shared/c', '/home/user/Shared/a']);
  expect(effects.map((effect) => anyFacts(effect).path)).toEqual([
    '/home/user/Shared/a',
    '/home/user/Shared/b',
    '/home/user/Shared/c',
  ]);
});

it('files that existed before are read ahead of new files, however small these are', async () => {
  const { read } = await found((desktop) => {
    for (const name of ['a', 'b', 'c']) desktop.write(`/home/user/Shared/${name}`, name);
    desktop.write('/home/user/Shared/old.txt', 'other words');
  });
  expect(read[0]).toBe('/home/user/Shared/old.txt');
  expect(read).toHaveLength(4);
});

it('the unread part of an oversized file is reported, and the other files are still read', async () => {
  const { effects } = await found((desktop) => {
    desktop.write('/home/user/Shared/a', Buffer.alloc(17 * 2 ** 20));
    desktop.write('/home/user/Shared/b', canaries.password);
  });
  expect(effects[0]?.detail).toMatchObject({ unsearchedBytes: 17 * 2 ** 20 });
  expect(canariesOf(effects)).toEqual([
    ['/home/user/Shared/a', []],
    ['/home/user/Shared/b', ['password']],
  ]);
});

it('secrets are found in names of new and renamed files and folders, not in names that existed before', async () => {
  const { effects } = await found((desktop) => {
    desktop.write(`/home/user/Shared/${canaries.password}.txt`, 'x');
    desktop.move('/home/user/Shared/old.txt', `/home/user/Shared/${Buffer.from(canaries.api_key).toString('hex')}`);
  });
  expect(canariesOf(effects)).toEqual(
    expect.arrayContaining([
      [`/home/user/Shared/${canaries.password}.txt`, ['password']],
      ['/home/user/Shared/old.txt', ['api_key']],
    ]),
  );
  const memory = new MemoryDesktop({ [`/home/user/${canaries.password}`]: 'old' });
  await memory.indexFiles();
  const collector = await collectFiles(memory.desktop, canaries);
  const old = `/home/user/${canaries.password}`;
  memory.write(old, 'new');
  expect(canariesOf(await collector.collect())).toEqual([[old, []]]);
  memory.changeMode(old, 0o600);
  expect(canariesOf(await collector.collect())).toEqual([[old, []]]);
  memory.remove(old);
  expect(canariesOf(await collector.collect())).toEqual([[old, []]]);
});

it('a secret is found in the name of the last of many empty files and in the smallest of many', async () => {
  const { effects } = await found((desktop) => {
    for (let turn = 0; turn < 700; turn++) desktop.write(`/home/user/Shared/many/${turn}`, '');
    desktop.write(`/home/user/Shared/many/zz-${canaries.password}`, '');
    for (let turn = 0; turn < 510; turn++) desktop.write(`/home/user/Shared/more/${turn}`, 'long words');
    desktop.write('/home/user/Shared/more/zz', `${canaries.api_key}`.slice(0, 9));
  });
  expect(canariesOf(effects)).toContainEqual(['/home/user/Shared/many', ['password']]);
  // 511 files with something in them: the rest is said.
  expect(
    effects.map((effect) => anyFacts(effect)).find(({ path }) => path === '/home/user/Shared/more')?.detail
      .unsearchedFiles,
  ).toBe(11);
});

it('a start-up entry is reported separately, however many files come with it', async () => {
  const entry = '/home/user/.config/autostart/note.desktop';
  const { effects } = await found((desktop) => {
    for (let turn = 0; turn < 400; turn++) desktop.write(`/home/user/.config/autostart/.${turn}/x`, 'x');
    desktop.write(entry, '[Desktop Entry]\nType=Application\nExec=/bin/true\n');
  });
  expect(effects.map((effect) => anyFacts(effect)).find(({ path }) => path === entry)?.detail).toMatchObject({
    area: 'autostart',
  });
});

it('prose, documents and pictures are reported even in places that programs fill', async () => {
  const prose = 'This is a story that nobody has told before, and it goes on for a while.';
  const memory = new MemoryDesktop({ '/home/user/Shared/old.txt': 'words' });
  await memory.indexFiles();
  const collector = await collectFiles(memory.desktop, canaries);
  const cache = '/home/user/.cache';
  memory.write('/dev/shm/story', prose);
  memory.write(`${cache}/a/picture`, Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), Buffer.alloc(60)]));
  memory.write('/home/user/.config/chromium/story.txt', prose);
  memory.write('/home/user/.config/chromium/Local State', JSON.stringify({ about: prose }));
  memory.write(`${cache}/thumbnails/x.png`, prose);
  memory.write('/home/user/.config/libreoffice/4/user/backup/letter.odt_0.odt', prose);
  memory.write(`${cache}/b/numbers`, '1 2 3 4 5 6 7 8 9 '.repeat(9));
  memory.write(`${cache}/b/short`, 'a few words');
  const paths = (effects: readonly FoundEffect[]) =>
    effects.map((effect) => anyFacts(effect)).map(({ kind, path }) => `${kind} ${path}`);
  expect(paths(await collector.collect())).toEqual([
    'created /dev/shm/story',
    `created ${cache}/a/picture`,
    'created /home/user/.config/chromium/story.txt',
  ]);
  memory.remove('/dev/shm/story');
  memory.write(`${cache}/b/short`, 'a few more');
  expect(paths(await collector.collect())).toEqual(['deleted /dev/shm/story']);
});

const list = '/home/user/Documents/tenders.csv';
const movesOf = (effects: readonly FoundEffect[]) =>
  effects.map((effect) => anyFacts(effect)).map(({ kind, path, detail }) => [kind, path, detail.to, detail.text]);

it.each<[string, (desktop: MemoryDesktop) => void, string]>([
  [
    'the file',
    (desktop) => {
      desktop.write(list, 'two');
      desktop.move(list, '/home/user/Music/other');
    },
    '/home/user/Music/other',
  ],
  [
    'its folder',
    (desktop) => {
      desktop.write(list, 'two');
      desktop.move('/home/user/Documents', '/home/user/Old');
    },
    '/home/user/Old/tenders.csv',
  ],
  [
    'its folder, after the file was replaced by a new one',
    (desktop) => {
      desktop.remove(list);
      desktop.write(list, 'two');
      desktop.move('/home/user/Documents', '/home/user/Old');
    },
    '/home/user/Old/tenders.csv',
  ],
  [
    'its folder, which another folder replaced',
    (desktop) => {
      desktop.write(list, 'two');
      desktop.move('/home/user/Documents', '/home/user/Old');
      desktop.makeFolder('/home/user/Documents');
    },
    '/home/user/Old/tenders.csv',
  ],
  [
    'its folder, which a file replaced',
    (desktop) => {
      desktop.move('/home/user/Documents', '/home/user/Old');
      desktop.write('/home/user/Old/tenders.csv', 'two');
      desktop.write('/home/user/Documents', 'three');
    },
    '/home/user/Old/tenders.csv',
  ],
])(
  'a file changed and moved in one step is recorded as changed, then moved, if the step renamed %s',
  async (_, act, to) => {
    const memory = new MemoryDesktop({ [list]: 'one', '/home/user/Documents/b/c': 'x', '/home/user/Music/a': 'a' });
    await memory.indexFiles();
    const collector = await collectFiles(memory.desktop, canaries);
    act(memory);
    const found = movesOf(await collector.collect());
    const at = (kind: string) =>
      found.findIndex((item) => item[0] === kind && (item[1] === list || list.startsWith(`${item[1]}/`)));
    expect(found[at('modified')]).toEqual(['modified', list, undefined, 'two']);
    const moved = found[at('moved')];
    expect(`${moved?.[2]}${list.slice(moved?.[1]?.length)}`).toBe(to);
    expect(at('modified')).toBeLessThan(at('moved'));
    expect(found.filter(([kind, path]) => kind === 'deleted' || (kind === 'created' && path === to))).toEqual([]);
  },
);
