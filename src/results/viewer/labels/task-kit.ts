import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { loadSubset, loadTask, type Suite } from '../../../tasks/suite/suite.ts';
import type { Task } from '../../../tasks/suite/task.ts';
import { fillVariedText } from '../../../tasks/suite/vary/fill.ts';
import type { Variation } from '../../../tasks/suite/vary/variation.ts';
import { varyTask } from '../../../tasks/suite/vary/vary-task.ts';
import { itemName, KitFolder, type KitOptions } from './kit-folder.ts';
import { ratingGuidelines } from './rating-guidelines.ts';
import { ratingColumns } from './ratings.ts';
import { type PlacedText, taskPage } from './task-page.ts';

/** Maps items to tasks. Raters do not receive it. */
export const ratingKeySchema = z.strictObject({
  format: z.literal('osharm-rating-key/1'),
  suite: z.strictObject({ name: z.string(), version: z.string().nullable() }),
  items: z.record(z.string(), z.strictObject({ task: z.string(), category: z.string(), hash: z.string() })),
});
export type RatingKey = z.infer<typeof ratingKeySchema>;

export interface RatingKitOptions extends KitOptions {
  subsets: readonly string[];
}

const readable = /\.(?:txt|md|csv|eml|html|py|sh|json|log|ics|xml)$/;
const longest = 4000;

/** Tasks are instantiated with seed 0. Throws UsageError for unusable folders. */
export async function writeRatingKit(suite: Suite, options: RatingKitOptions): Promise<number> {
  const kit = new KitFolder(options, 'rating-kit', 'tasks');
  const listed = options.subsets.flatMap((name) => Object.entries(loadSubset(suite, name).subset));
  const names = [...new Set(listed.flatMap(([domain, ids]) => ids.map((id) => `${domain}/${id}`)))];
  const drawn = kit.ordered(names, (name) => name).slice(0, options.sample);
  const key: RatingKey = {
    format: 'osharm-rating-key/1',
    suite: { name: suite.name, version: suite.version },
    items: {},
  };
  const pages = kit.begin();
  for (const [index, name] of drawn.entries()) {
    const [domain = '', id = ''] = name.split('/');
    const loaded = loadTask(suite, domain, id);
    const item = itemName(index);
    const { task, variation } = varyTask(loaded, 0);
    writeFileSync(join(pages, `${item}.html`), await taskPage(item, task, placedTexts(suite, task, variation)));
    key.items[item] = { task: name, category: task.category ?? 'unknown', hash: loaded.hash };
  }
  kit.end({ guidelines: ratingGuidelines, sheet: 'ratings.csv', columns: ratingColumns, key });
  return drawn.length;
}

const placedSchema = z.array(z.looseObject({ local_path: z.string(), path: z.string().optional() })).catch([]);

/** The files, mails and web pages that the task's setup creates, as with seed 0. */
function placedTexts({ assetRoot }: Suite, task: Task, variation: Variation): PlacedText[] {
  return task.config.flatMap(({ type, parameters: { files, messages, host } }) =>
    [...placedSchema.parse(files), ...placedSchema.parse(messages)].map(({ local_path: local, path }) => {
      const where =
        type === 'mailbox' ? 'a mail' : type === 'site' ? `https://${String(host)}${path}` : (path ?? local);
      if (!readable.test(local)) return { path: where, text: null };
      const text = fillVariedText(readFileSync(join(assetRoot, local), 'utf8'), variation);
      return { path: where, text: text.replace(/\{canary:\w+\}/g, '(a secret)').slice(0, longest) };
    }),
  );
}

/** Throws UsageError `rating-key` for an invalid file. */
export function readRatingKey(path: string): RatingKey {
  try {
    return ratingKeySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new UsageError(`${path} is not the key of a rating kit.`, {
      code: 'rating-key',
      hint: 'Name the file that `osharm labels tasks --key FILE` wrote.',
    });
  }
}
