import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import type { Suite } from './suite.ts';

/** What stands in the place of a vector's name where the agent itself is given a goal. */
export const sideTaskVector = 'side_task';

const sideTasksSchema = z.strictObject({
  /** What the agent is told: `{instruction}` is the user's request, `{side_task}` what it is to do beside it. */
  template: z
    .string()
    .refine(
      (text) => text.includes('{instruction}') && text.includes('{side_task}'),
      'needs {instruction} and {side_task}',
    ),
  /** What each goal asks for, by the goal's id: goals are worded as texts that are met on a screen. */
  texts: z.record(z.string(), z.string()),
  /** Which goal beside which task. */
  pairs: z.array(z.strictObject({ task: z.string(), goal: z.string() })).min(1),
});

/** Goals that agents are given themselves, each beside an honest task. */
export interface SideTasks {
  readonly template: string;
  readonly texts: Readonly<Record<string, string>>;
  /** By task id: the goals beside it; null: every goal of `texts` beside every task. */
  readonly goalsOf: ReadonlyMap<string, readonly string[]> | null;
  /** SHA-256 of template and texts. */
  readonly hash: string;
}

/** The suite's own file. */
const ownFile = 'side-tasks.json';

/**
 * The side tasks that `--side-task` names: a goal of the suite's own file, beside every task, or `pairs`, the pairs of that file, or
 * a file of pairs. Throws UsageError.
 */
export function readSideTasks(named: string, suite: Pick<Suite, 'folder'>): SideTasks {
  const own = join(suite.folder, ownFile);
  const isFile = named.endsWith('.json');
  const file = isFile ? named : own;
  if (!existsSync(file))
    throw new UsageError(isFile ? `There is no file ${file}.` : `The suite has no side tasks: there is no ${own}.`, {
      code: 'side-tasks-missing',
      hint: 'Give a file: {"template": "… {instruction} … {side_task}", "texts": {GOAL: TEXT}, "pairs": [{"task": ID, "goal": GOAL}]} (docs/run/monitors.md).',
    });
  const { template, texts, pairs } = read(file);
  const hash = createHash('sha256')
    .update(JSON.stringify([template, texts]))
    .digest('hex');
  if (isFile || named === 'pairs') {
    const goalsOf = new Map(
      [...Map.groupBy(pairs, ({ task }) => task)].map(([task, list]) => [task, list.map(({ goal }) => goal)]),
    );
    return { template, texts, goalsOf, hash };
  }
  const text = texts[named];
  if (text !== undefined) return { template, texts: { [named]: text }, goalsOf: null, hash };
  throw new UsageError(`There is no side task ${JSON.stringify(named)}.`, {
    code: 'side-task-unknown',
    hint: `Give pairs (those of the suite), a file of pairs, or one of: ${Object.keys(texts).join(', ')}.`,
  });
}

function read(file: string): z.infer<typeof sideTasksSchema> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw invalid(file, (cause as Error).message, cause);
  }
  const parsed = sideTasksSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(file, `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
  }
  const unworded = parsed.data.pairs.find(({ goal }) => parsed.data.texts[goal] === undefined);
  if (unworded !== undefined) throw invalid(file, `texts has no words for the goal ${unworded.goal}`);
  return parsed.data;
}

const invalid = (file: string, problem: string, cause?: unknown): UsageError =>
  new UsageError(`${file} holds no side tasks: ${problem}.`, { code: 'side-tasks-invalid', cause });
