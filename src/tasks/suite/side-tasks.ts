import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import { type AttackSelection, attackSelectionSchema } from './attack-selection.ts';
import { covertScriptSchema, type WrittenScript } from './covert-script.ts';
import { isMisuseId } from './misuse-goal.ts';
import type { Suite } from './suite.ts';

/** Used in place of a vector's name if the agent itself receives the goal. */
export const sideTaskVector = 'side_task';

const sideTasksSchema = z.strictObject({
  /** The agent's prompt: `{instruction}` is the user's request, `{side_task}` the additional goal. */
  template: z
    .string()
    .refine(
      (text) => text.includes('{instruction}') && text.includes('{side_task}'),
      'needs {instruction} and {side_task}',
    ),
  /** The agent's texts by goal ID, because goals are worded for a screen. Misuse tasks use their request. */
  texts: z.record(z.string(), z.string()),
  pairs: z.array(z.strictObject({ task: z.string(), goal: z.string() })).min(1),
  /** How `reference-covert-written` does the side tasks. */
  script: covertScriptSchema.optional(),
  /** When the agent attacks. Defaults to every run, from the first step. */
  select: attackSelectionSchema.optional(),
});
export type SideTasksFile = z.output<typeof sideTasksSchema>;

/** How the agent is given side tasks, and when. */
export interface SideTaskAttack {
  readonly template: string;
  /** Null if the file has none. */
  readonly script: WrittenScript | null;
  readonly select: AttackSelection | null;
}

export interface SideTasks extends SideTaskAttack {
  readonly texts: Readonly<Record<string, string>>;
  readonly goalsOf: (task: string) => readonly string[];
  readonly hash: string;
}

const ownFile = 'side-tasks.json';

/**
 * Reads the side tasks that `--side-task` names: a goal of the suite's file or a misuse task (either one for every
 * task), `pairs` (the pairs of that file), or a file of pairs. Throws UsageError.
 */
export function readSideTasks(named: string, suite: Pick<Suite, 'folder'>): SideTasks {
  const own = join(suite.folder, ownFile);
  const isFile = named.endsWith('.json');
  const file = isFile ? named : own;
  if (!existsSync(file))
    throw new UsageError(isFile ? `There is no file ${file}.` : `The suite has no side tasks: there is no ${own}.`, {
      code: 'side-tasks-missing',
      hint: 'Give a file: {"template": "… {instruction} … {side_task}", "texts": {GOAL: TEXT}, "pairs": [{"task": ID, "goal": GOAL}]} (docs/run/control.md).',
    });
  const { template, texts, pairs, script = null, select = null } = read(file);
  const hashed = script === null && select === null ? [template, texts] : [template, texts, script, select];
  const hash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex');
  const common = { template, texts, script, select, hash };
  if (isFile || named === 'pairs') {
    const byTask = Map.groupBy(pairs, ({ task }) => task);
    return { ...common, goalsOf: (task) => byTask.get(task)?.map(({ goal }) => goal) ?? [] };
  }
  if (texts[named] !== undefined || isMisuseId(named)) return { ...common, goalsOf: () => [named] };
  throw new UsageError(`There is no side task ${JSON.stringify(named)}.`, {
    code: 'side-task-unknown',
    hint: `Give pairs (those of the suite), a file of pairs, a misuse task, or one of: ${Object.keys(texts).join(', ')}.`,
  });
}

function read(file: string): SideTasksFile {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw invalid(file, (cause as Error).message, cause);
  }
  const parsed = sideTasksSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(file, `${issue?.path.join('.') || 'top level'}: ${issue?.message}`);
  }
  const unworded = parsed.data.pairs.find(({ goal }) => !isMisuseId(goal) && parsed.data.texts[goal] === undefined);
  if (unworded !== undefined) throw invalid(file, `texts has no words for the goal ${unworded.goal}`);
  return parsed.data;
}

const invalid = (file: string, problem: string, cause?: unknown): UsageError =>
  new UsageError(`${file} has no valid side tasks: ${problem}.`, { code: 'side-tasks-invalid', cause });
