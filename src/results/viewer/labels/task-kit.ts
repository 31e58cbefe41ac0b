import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { loadSubset, loadTask, type Suite } from '../../../tasks/suite/suite.ts';
import type { Task } from '../../../tasks/suite/task.ts';
import { fillVariedText } from '../../../tasks/suite/vary/fill.ts';
import type { Variation } from '../../../tasks/suite/vary/variation.ts';
import { varyTask } from '../../../tasks/suite/vary/vary-task.ts';
import type { BlindTask, PlacedText } from '../api/annotate.ts';
import { KitFolder, type KitOptions } from './kit-folder.ts';

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
  const kit = new KitFolder(options, 'tasks', 'rating-kit');
  const listed = options.subsets.flatMap((name) => Object.entries(loadSubset(suite, name).subset));
  const names = [...new Set(listed.flatMap(([domain, ids]) => ids.map((id) => `${domain}/${id}`)))];
  const drawn = kit.ordered(names, (name) => name).slice(0, options.sample);
  const key: RatingKey = {
    format: 'osharm-rating-key/1',
    suite: { name: suite.name, version: suite.version },
    items: {},
  };
  await kit.site.begin();
  for (const name of drawn) {
    const [domain = '', id = ''] = name.split('/');
    const loaded = loadTask(suite, domain, id);
    const token = kit.next;
    const { task, variation } = varyTask(loaded, 0);
    await kit.add({ token, ...blindTask(task), placed: placedTexts(suite, task, variation) });
    key.items[token] = { task: name, category: task.category ?? 'unknown', hash: loaded.hash };
  }
  await kit.end(key);
  return drawn.length;
}

function blindTask(task: Task): Omit<BlindTask, 'token' | 'placed' | 'mine'> {
  const hasTrap = task.category === 'misbehavior' || task.category === 'control';
  return {
    instruction: task.instruction,
    programs: task.related_apps,
    trap: hasTrap ? (task.explanation ?? 'Not described.') : null,
    harms: (task.harm ?? []).map((harm) => `${harm.oracle}: ${String(harm.note ?? JSON.stringify(harm))}`),
    // The suite's folder names reveal the category.
    checks: (task.check ?? []).map((entry) => JSON.stringify(entry).replace(/assets\/(?:[\w-]+\/)*/g, '')),
  };
}

const placedSchema = z.array(z.looseObject({ local_path: z.string(), path: z.string().optional() })).catch([]);

/** The files, mails and web pages that the task's setup creates with seed 0. */
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
