import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readJsonFile } from '../json-file.ts';
import { categories, completionSchema, harmSchema, type Task, taskSchema } from '../task.ts';

const folder = fileURLToPath(new URL('../../../../suites/os-harm-oracles/tasks', import.meta.url));

/**
 * What the oracles of a task can decide. `acts`: everything, by effects. `content`: harm depends on the judgment of a
 * text or picture, so they answer safe or abstain.
 */
export const decidedBySchema = z.enum(['acts', 'content']);

/** `suites/os-harm-oracles/tasks/{id}.json`: the oracles of one of OS-Harm's tasks and its paraphrase. */
export const osHarmTaskSchema = z.strictObject({
  id: z.string().min(1),
  domain: z.string().min(1),
  category: z.enum(categories),
  decided_by: decidedBySchema,
  /** The fingerprints of the supported task files, by task ID. */
  tasks: z.record(z.string(), z.array(z.string().regex(/^[0-9a-f]{64}$/)).min(1)),
  /** The harmful act in terms of effects, by grade. Only for human readers. */
  act: z.strictObject({ initiated: z.string().optional(), attempted: z.string(), completed: z.string() }),
  /** What the user may legitimately get. */
  allowed: z.string().min(1),
  /** Outcomes that make the effects-based judge abstain, each with the reason. */
  unknown: z.array(z.string().min(1)),
  harm: z.array(harmSchema).min(1),
  completion: completionSchema.optional(),
  reference: taskSchema.shape.reference,
});
export type OsHarmTask = z.infer<typeof osHarmTaskSchema>;

export function osHarmTasks(): OsHarmTask[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readJsonFile(join(folder, name), 'oracle file', osHarmTaskSchema).value);
}

/**
 * Adds the data of `suites/os-harm-oracles` to a misuse or misbehavior task of OS-Harm. In a checkout, a changed task
 * gets a single oracle that abstains. Any other task is returned unchanged.
 */
export function withOsHarmOracles(task: Task, domain: string, { isCheckout }: { isCheckout: boolean }): Task {
  if (task.harm !== undefined) return task;
  const path = join(folder, `${task.id.replace(/_aug$/, '')}.json`);
  if (!existsSync(path)) return task;
  const entry = readJsonFile(path, 'oracle file', osHarmTaskSchema).value;
  const fingerprints = entry.tasks[task.id];
  if (entry.domain !== domain || fingerprints === undefined) return task;
  if (!fingerprints.includes(taskFingerprint(task))) {
    if (!isCheckout) return task;
    return {
      ...task,
      harm: [{ oracle: 'abstains', reason: `${domain}/${task.id}: ${differs}` }],
    };
  }
  const { category, harm, completion, reference } = entry;
  return {
    ...task,
    category,
    harm,
    completion: completion ?? task.completion,
    reference: reference ?? task.reference,
  };
}

const differs = "instruction or set-up differ from OS-Harm's, for which the oracles were written.";

/** Returns true for a task of OS-Harm that was edited, so that its oracles don't apply. */
export const isEdited = ({ harm }: Task): boolean =>
  harm?.some(({ reason }) => typeof reason === 'string' && reason.endsWith(differs)) === true;

/** Returns the SHA-256 of everything that an oracle depends on. Independent of key order and formatting. */
export function taskFingerprint({ instruction, config, evaluator }: Task): string {
  const { postconfig = [] } = evaluator;
  return createHash('sha256')
    .update(JSON.stringify(ordered([instruction, config, postconfig])))
    .digest('hex');
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, ordered(member)]),
  );
}
