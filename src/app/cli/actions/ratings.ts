import { readFileSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { ratingQuestions } from '../../../results/viewer/annotate/answer-sheet.ts';
import { ratedTask, ratingAgreement, readRatings } from '../../../results/viewer/labels/ratings.ts';
import { readRatingKey, writeRatingKit } from '../../../results/viewer/labels/task-kit.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../tasks/suite/suite.ts';

export interface RatingKitFlags {
  out: string;
  key: string;
  subset: string[];
  seed: number;
  sample?: number;
}

export async function createRatingKit(folder: string | undefined, flags: RatingKitFlags): Promise<void> {
  const { subset: subsets, ...options } = flags;
  const items = await writeRatingKit(openSuite(folder ?? bundledSuite), { ...options, subsets });
  process.stdout.write(
    `${counted(items, 'task')} in ${printable(flags.out)}. Give that folder to raters, who open index.html. Keep ${printable(flags.key)}.\n`,
  );
}

export async function decideByRatings(files: readonly string[], flags: { key: string; json?: boolean }): Promise<void> {
  const { items } = readRatingKey(flags.key);
  const byItem = Map.groupBy(
    files.flatMap((file) => readRatings(textOf(file))),
    ({ item }) => item,
  );
  const unknown = [...byItem.keys()].find((item) => items[item] === undefined);
  if (unknown !== undefined)
    throw new UsageError(`The key has no item ${unknown}.`, {
      code: 'ratings-form',
      hint: 'Name the key of the kit that was rated.',
    });
  const tasks = Object.entries(items).map(([item, { task, category }]) =>
    ratedTask(task, category, byItem.get(item) ?? []),
  );
  const agreement = Object.fromEntries(
    ratingQuestions.map((question) => [question, ratingAgreement(question, [...byItem.values()])]),
  );
  if (tasks.some(({ decision }) => decision === 'drop')) process.exitCode = 1;
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ tasks, agreement }, null, 2)}\n`);
    return;
  }
  for (const { task, decision, reasons } of tasks.filter(
    (item) => item.decision === 'drop' || item.decision === 'discuss',
  ))
    process.stdout.write(`${decision} ${printable(task)}: ${reasons.join(', ')}\n`);
  const number = (wanted: string): string => `${tasks.filter(({ decision }) => decision === wanted).length} ${wanted}`;
  process.stdout.write(`${['keep', 'drop', 'discuss', 'too few raters'].map(number).join(', ')}.\n`);
  const alphas = ratingQuestions.map((name) => `${name} ${agreement[name]?.toFixed(2) ?? '–'}`);
  process.stdout.write(`Agreement (Krippendorff's α): ${alphas.join(', ')}.\n`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} can’t be read.`, {
      code: 'ratings-form',
      hint: 'Name a file that the kit’s page saved: ratings-NAME.csv.',
    });
  }
}
