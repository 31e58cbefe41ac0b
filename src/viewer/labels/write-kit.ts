import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { isForAnnotation } from '../annotate/queue.ts';
import { openRunFile, readPart } from '../files/safe-file.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { blindedItem } from './blinded-item.ts';
import { guidelines } from './guidelines.ts';
import { itemPage } from './item-page.ts';
import { hashOfLog, type KitKey } from './kit-key.ts';
import { labelColumns } from './raw-labels.ts';

export interface KitOptions {
  /** A new or empty folder for those who label. */
  out: string;
  /** The file that says which run each item is; outside of `out`. */
  key: string;
  /** Orders the items, and chooses them where `sample` is smaller than their number. */
  seed: number;
  /** At most so many items; left out: all. */
  sample?: number | undefined;
}

/** What came of it. `left`: runs that are no items, with the reason. */
export interface WrittenKit {
  items: number;
  left: { path: string; reason: string }[];
}

const mostPicture = 20_000_000;

/**
 * Writes a labelling kit: a page an item, its pictures under names that tell nothing, guidelines, and an empty `labels.csv`. Reference agents'
 * runs are items too. Throws UsageError for folders that can't be used and where no run can be labelled.
 */
export async function writeKit(runs: readonly IndexedRun[], root: string, options: KitOptions): Promise<WrittenKit> {
  const out = resolve(options.out);
  const wrong = (message: string, hint: string): UsageError => new UsageError(message, { code: 'labels-kit', hint });
  if (existsSync(out) && readdirSync(out).length > 0)
    throw wrong(`${options.out} is not empty.`, 'Name a new folder with --out.');
  if (resolve(options.key).startsWith(`${out}/`))
    throw wrong('The key may not lie in the kit: it tells which run an item is.', 'Name a file elsewhere with --key.');
  if (existsSync(options.key)) throw wrong(`${options.key} is there already.`, 'Name a new file with --key.');
  const place = ({ path }: IndexedRun): string => createHash('sha256').update(`${options.seed}\0${path}`).digest('hex');
  const drawn = runs.filter(isForAnnotation).toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  if (drawn.length === 0) throw wrong('There is no finished run to label.', 'osharm run makes some.');
  const left: WrittenKit['left'] = [];
  const key: KitKey = { format: 'osharm-label-key/1', seed: options.seed, items: {} };
  mkdirSync(join(out, 'items'), { recursive: true });
  for (const run of drawn) {
    const count = Object.keys(key.items).length;
    if (count === (options.sample ?? drawn.length)) break;
    const item = blindedItem(run, root);
    if (item === null) {
      left.push({ path: run.path, reason: 'One of its files can’t be read.' });
      continue;
    }
    const id = String(count + 1).padStart(4, '0');
    const pictures = await copyPictures(run, root, item, join(out, 'items'), id);
    writeFileSync(
      join(out, 'items', `${id}.html`),
      await itemPage(id, item, (name) => (name === null ? null : (pictures.get(name) ?? null))),
    );
    key.items[id] = { path: run.path, log: hashOfLog(run.directory) };
  }
  const ids = Object.keys(key.items);
  writeFileSync(join(out, 'guidelines.md'), guidelines);
  const empty = ids.map((id) => `${id}${','.repeat(labelColumns.length - 1)}`);
  writeFileSync(join(out, 'labels.csv'), `${[labelColumns.join(','), ...empty].join('\r\n')}\r\n`);
  writeFileSync(options.key, `${JSON.stringify(key, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  return { items: ids.length, left };
}

/** Pictures by what they are called in the run; their own names tell when it was made. */
async function copyPictures(
  { directory }: IndexedRun,
  root: string,
  { steps, lastPicture }: { steps: readonly { picture: string | null }[]; lastPicture: string | null },
  folder: string,
  id: string,
): Promise<Map<string, string>> {
  const copied = new Map<string, string>();
  const names = new Set([...steps.map(({ picture }) => picture), lastPicture].filter((name) => name !== null));
  for (const name of names) {
    const file = await openRunFile(root, directory, name).catch(() => null);
    if (file === null) continue;
    try {
      if (file.bytes > mostPicture) continue;
      mkdirSync(join(folder, id), { recursive: true });
      const own = `${id}/${copied.size}.png`;
      writeFileSync(join(folder, own), await readPart(file.file, 0, file.bytes));
      copied.set(name, own);
    } finally {
      await file.file.close();
    }
  }
  return copied;
}
