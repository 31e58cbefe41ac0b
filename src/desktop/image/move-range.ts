import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { asLongAsNobodyBegins, cachedInUse } from '../client/cache-use.ts';
import { type IdFiles, type IdRange, idCount, lostRange, readIdRange } from '../client/id-range.ts';
import { secondFirst, startInUserNamespace } from '../client/user-namespace.ts';
import { type Image, ownerOf } from './image.ts';
import { handOver, removeTree } from './owned-folder.ts';

/** Written before files change owner, so that an interrupted move can be finished. */
const moveSchema = z.object({
  from: z.object({ firstUser: z.number(), firstGroup: z.number() }),
  to: z.object({ firstUser: z.number(), firstGroup: z.number() }),
  trees: z.array(z.string()),
  /** Files with set-user-id bits or capabilities, which a change of owner clears. */
  special: z.array(z.object({ path: z.string(), mode: z.number(), capability: z.string().nullable() })),
});
type Move = z.infer<typeof moveSchema>;

/** Offsets of the old and the new range in the namespace, and their size. */
const moved = [secondFirst, 0, idCount].map(String);

const noteOf = (cache: string): string => join(cache, 'moving.json');

export async function needsMove(cache: string, image: Image, files?: IdFiles): Promise<boolean> {
  const range = await ownerOf(image.rootfs);
  return (
    (await readNote(cache)) !== null ||
    ((await isOurs(image)) && (await lostRange(range, undefined, files))?.mayUse === true)
  );
}

/** If root uses another account's cache, it must not take over that account's image. */
const isOurs = async (image: Image): Promise<boolean> => (await stat(image.folder)).uid === process.getuid?.();

/**
 * If the ids of an image were reassigned, moves the image and the layers that share files with it to this account's
 * ids. If a process is using any of them, copies them instead, which takes up to half a minute. The caller must hold
 * the build lock. Throws EnvironmentError.
 */
export async function moveImage(cache: string, image: Image, files?: IdFiles): Promise<void> {
  await finishMove(cache);
  const from = await ownerOf(image.rootfs);
  if (!(await isOurs(image)) || (await lostRange(from, undefined, files))?.mayUse !== true) return;
  await moveRange(cache, from, await readIdRange(undefined, files), image);
}

/** Moves layers and downloads to this account's range. The caller needs the build lock. */
export async function moveLayers(cache: string): Promise<void> {
  await finishMove(cache);
  const to = await readIdRange();
  for (const tree of await treesOf(cache)) {
    if (tree.startsWith('images/')) continue;
    const from = await ownerOf(join(cache, tree));
    if (from.firstUser >= idCount && !isSame(from, to)) await moveRange(cache, from, to, null);
  }
}

async function moveRange(cache: string, from: IdRange, to: IdRange, image: Image | null): Promise<void> {
  const trees: string[] = [];
  for (const tree of await treesOf(cache)) if (isSame(await ownerOf(join(cache, tree)), from)) trees.push(tree);
  const isMoved = await asLongAsNobodyBegins(cache, async (inUse) => {
    if ([...inUse.keys()].some((entry) => entry.startsWith('images/'))) return false;
    const special = JSON.parse(await inBoth(cache, from, to, ['scan', ...trees], '')) as Move['special'];
    await writeNote(cache, { from, to, trees, special });
    await finishMove(cache);
    return true;
  });
  if (!isMoved) await copyTo(cache, { from, to, trees }, image);
}

/** Changes the owners of the recorded files. Safe to repeat after an interruption. */
async function finishMove(cache: string): Promise<void> {
  const note = await readNote(cache);
  if (note === null) return;
  const { from, to, trees, special } = note;
  const there: string[] = [];
  for (const tree of trees) if (await isThere(join(cache, tree))) there.push(tree);
  const isLeft = ({ path }: { path: string }) => there.some((tree) => path.startsWith(`${tree}/`));
  await inBoth(cache, from, to, ['move', ...moved, ...there], JSON.stringify(special.filter(isLeft)));
  await rm(noteOf(cache));
}

/** Layers and image are copied together, since they share files. */
async function copyTo(cache: string, { from, to, trees }: Omit<Move, 'special'>, image: Image | null): Promise<void> {
  const own = image === null ? null : relativeTo(cache, image.rootfs);
  const layers = trees.filter((tree) => tree.startsWith('layers/'));
  const copied = own === null ? layers : [own, ...layers];
  const { bavail, bsize } = await statfs(cache);
  const needed = (image?.record.bytes ?? 3.5e9) * 1.1;
  if (bavail * bsize < needed)
    throw new EnvironmentError(
      `Another process uses the desktop image, so moving it to other ids takes a copy of ${(needed / 1e9).toFixed(1)} GB, and ${cache} has ${((bavail * bsize) / 1e9).toFixed(1)} GB free.`,
      { code: 'image-disk-full', hint: 'Free some space, or wait until the other process has ended.' },
    );
  const work = join(cache, 'building', 'copy');
  await removeTree(work);
  for (const tree of copied) {
    await mkdir(join(work, tree), { recursive: true, mode: 0o755 });
    await handOver(join(work, tree), to);
  }
  await inBoth(cache, from, to, ['copy', ...moved, relativeTo(cache, work), ...copied], '');
  for (const tree of layers) {
    const layer = dirname(join(cache, tree));
    await removeTree(join(cache, tree), from);
    await rm(layer, { recursive: true });
    await rename(dirname(join(work, tree)), layer);
  }
  for (const tree of trees.filter((name) => name.startsWith('downloads/'))) await removeTree(join(cache, tree), from);
  if (image !== null && own !== null) {
    const copy = `copy-${Date.now().toString(36)}`;
    await rename(dirname(join(work, own)), join(image.folder, copy));
    const file = join(image.folder, 'image.json');
    await writeFile(`${file}.new`, `${JSON.stringify({ ...image.record, copy }, null, 1)}\n`);
    await rename(`${file}.new`, file);
  }
  await removeTree(work);
}

export async function removeReplaced(cache: string, image: Image): Promise<void> {
  for (const tree of await replacedTrees(cache, image)) {
    await removeTree(tree, await ownerOf(tree));
    if (dirname(tree) !== image.folder) await rm(dirname(tree), { recursive: true });
  }
}

export async function replacedTrees(cache: string, image: Image): Promise<string[]> {
  if ((cachedInUse(cache).get(`images/${image.id}`) ?? []).length > 0) return [];
  const copies = (await readdir(image.folder)).filter((name) => name.startsWith('copy-'));
  const trees = ['', ...copies]
    .map((name) => join(image.folder, name, 'rootfs'))
    .filter((tree) => tree !== image.rootfs);
  const there = await Promise.all(trees.map(isThere));
  return trees.filter((_, index) => there[index]);
}

/** Paths, relative to the cache, of all trees whose files an id range owns. */
async function treesOf(cache: string): Promise<string[]> {
  const names = async (folder: string) => readdir(join(cache, folder)).catch(fallback([], isSystemError));
  const trees = ['downloads/apt'];
  for (const layer of await names('layers')) trees.push(`layers/${layer}/rootfs`);
  for (const image of await names('images')) {
    trees.push(`images/${image}/rootfs`);
    for (const copy of await names(`images/${image}`))
      if (copy.startsWith('copy-')) trees.push(`images/${image}/${copy}/rootfs`);
  }
  const there = await Promise.all(trees.map((tree) => isThere(join(cache, tree))));
  return trees.filter((_, index) => there[index]);
}

/** The namespace maps only these two ranges, so that no other files can change. */
async function inBoth(cache: string, from: IdRange, to: IdRange, words: string[], input: string): Promise<string> {
  const program = await readFile(new URL('move-owner.py', import.meta.url), 'utf8');
  const { process: child } = await startInUserNamespace(['python3', '-c', program, ...words], {
    cwd: cache,
    range: to,
    second: from,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const streams = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)));
  const [[output, complaint], [code]] = await Promise.all([Promise.all(streams), once(child, 'close')]);
  if (code !== 0)
    throw new EnvironmentError(
      `The desktop image's files can't be given to other ids: ${complaint?.trim().split('\n').at(-1)?.replace(/\.+$/, '') || `python3 ended with ${code}`}.`,
      {
        code: 'image-move-failed',
        hint: 'The same command tries again. If it fails again: osharm setup cache clean images layers, then osharm setup image build.',
      },
    );
  return output ?? '';
}

async function readNote(cache: string): Promise<Move | null> {
  const content = await readFile(noteOf(cache), 'utf8').catch(fallback(null, isSystemError));
  return content === null ? null : moveSchema.parse(JSON.parse(content));
}

async function writeNote(cache: string, move: Move): Promise<void> {
  await writeFile(`${noteOf(cache)}.new`, JSON.stringify(move));
  await rename(`${noteOf(cache)}.new`, noteOf(cache));
}

const isThere = (path: string): Promise<boolean> => stat(path).then(() => true, fallback(false, isSystemError));

const isSame = (a: IdRange, b: IdRange): boolean => a.firstUser === b.firstUser && a.firstGroup === b.firstGroup;

const relativeTo = (cache: string, path: string): string => path.slice(cache.length + 1);
