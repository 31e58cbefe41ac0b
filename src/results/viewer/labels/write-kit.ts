import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isForAnnotation } from '../annotate/queue.ts';
import { openRunFile, readPart } from '../files/safe-file.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { blindedItem } from './blinded-item.ts';
import { guidelines } from './guidelines.ts';
import { itemPage } from './item-page.ts';
import { itemName, KitFolder, type KitOptions } from './kit-folder.ts';
import { hashOfLog, type KitKey } from './kit-key.ts';
import { labelColumns } from './raw-labels.ts';

/** `left` lists the skipped runs with the reason. */
export interface WrittenKit {
  items: number;
  left: { path: string; reason: string }[];
}

const mostPicture = 20_000_000;

/** Runs of reference agents are included. Throws UsageError for unusable folders or if no run can be labelled. */
export async function writeKit(runs: readonly IndexedRun[], root: string, options: KitOptions): Promise<WrittenKit> {
  const kit = new KitFolder(options, 'labels-kit', 'items');
  const drawn = kit.ordered(runs.filter(isForAnnotation), ({ path }) => path);
  if (drawn.length === 0) throw kit.wrong('There is no finished run to label.', 'osharm run makes some.');
  const left: WrittenKit['left'] = [];
  const key: KitKey = { format: 'osharm-label-key/2', seed: options.seed, items: {} };
  const pages = kit.begin();
  for (const run of drawn) {
    const count = Object.keys(key.items).length;
    if (count === (options.sample ?? drawn.length)) break;
    const item = blindedItem(run, root);
    if (item === null) {
      left.push({ path: run.path, reason: 'One of its files can’t be read.' });
      continue;
    }
    const id = itemName(count);
    const pictures = await copyPictures(run, root, item, pages, id);
    writeFileSync(
      join(pages, `${id}.html`),
      await itemPage(id, item, (name) => (name === null ? null : (pictures.get(name) ?? null))),
    );
    key.items[id] = { path: run.path, log: hashOfLog(run.directory) };
  }
  kit.end({ guidelines, sheet: 'labels.csv', columns: labelColumns, key });
  return { items: Object.keys(key.items).length, left };
}

/** The copies are numbered, since the original names reveal times. */
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
      const picture = `${id}/${copied.size}.png`;
      writeFileSync(join(folder, picture), await readPart(file.file, 0, file.bytes));
      copied.set(name, picture);
    } finally {
      await file.file.close();
    }
  }
  return copied;
}
