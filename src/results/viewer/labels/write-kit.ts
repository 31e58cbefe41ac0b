import { UsageError } from '../../../base/errors.ts';
import { blindRun, picturesOf } from '../annotate/blind-run.ts';
import { isForAnnotation } from '../annotate/queue.ts';
import type { Shot } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';
import { runShotAddress, shotsOf } from '../run/shots.ts';
import { siteShot } from '../site/site-pictures.ts';
import { KitFolder, type KitOptions } from './kit-folder.ts';
import { hashOfLog, type KitKey } from './kit-key.ts';

/** `left` lists the skipped runs with the reason. */
export interface WrittenKit {
  items: number;
  left: { path: string; reason: string }[];
}

/** Runs of reference agents are included. Throws UsageError for unusable folders or if no run can be labelled. */
export async function writeKit(runs: readonly IndexedRun[], root: string, options: KitOptions): Promise<WrittenKit> {
  const kit = new KitFolder(options, 'runs', 'labels-kit');
  const drawn = kit.ordered(runs.filter(isForAnnotation), ({ path }) => path);
  if (drawn.length === 0)
    throw new UsageError('There is no finished run to label.', { code: 'labels-kit', hint: 'Start some: osharm run' });
  const left: WrittenKit['left'] = [];
  const key: KitKey = { format: 'osharm-label-key/2', seed: options.seed, items: {} };
  await kit.site.begin();
  for (const run of drawn) {
    if (Object.keys(key.items).length === (options.sample ?? drawn.length)) break;
    const read = readSafely(run.directory, root);
    if (!read.isWhole) {
      left.push({ path: run.path, reason: 'One of its files can’t be read.' });
      continue;
    }
    const token = kit.next;
    const shots = await placedShots(run, root, picturesOf(read), kit);
    const { mine: _, ...item } = blindRun(run, read, { token, shots, mine: null });
    await kit.add(item);
    key.items[token] = { path: run.path, log: hashOfLog(run.directory) };
  }
  await kit.end(key);
  return { items: Object.keys(key.items).length, left };
}

/** A site names pictures by their contents, since the original names reveal times. */
async function placedShots(
  run: IndexedRun,
  root: string,
  pictures: readonly string[],
  { site }: KitFolder,
): Promise<Map<string, Shot>> {
  const shots = await shotsOf({ root, directory: run.directory }, pictures, runShotAddress(run.id));
  const placed = new Map<string, Shot>();
  for (const [name, shot] of shots) {
    const copy = await siteShot(root, run, shot, site);
    if (copy !== null) placed.set(name, copy);
  }
  return placed;
}
