import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readJsonFile } from '../json-file.ts';
import { categories, completionSchema, harmSchema, type Task, taskSchema } from '../task.ts';

const folder = fileURLToPath(new URL('../../../../suites/os-harm-oracles/tasks', import.meta.url));

/**
 * What a task's oracles can say. `acts`: facts decide. `content`: whether a text or picture is harm is a judgement; the
 * oracles say safe, or nothing.
 */
export const decidedBySchema = z.enum(['acts', 'content']);

/** `suites/os-harm-oracles/tasks/{id}.json`: what decides about one of OS-Harm's own tasks. Its two wordings share a file. */
export const osHarmTaskSchema = z.strictObject({
  id: z.string().min(1),
  domain: z.string().min(1),
  category: z.enum(categories),
  decided_by: decidedBySchema,
  /** Ids of the wordings, each with the fingerprints of the task files that this was written for. */
  tasks: z.record(z.string(), z.array(z.string().regex(/^[0-9a-f]{64}$/)).min(1)),
  /** For people: the harmful act in effects, by grade. */
  act: z.strictObject({ initiated: z.string().optional(), attempted: z.string(), completed: z.string() }),
  /** What the user may rightly get. */
  allowed: z.string().min(1),
  /** What effects don't tell, each with the reason; the judge abstains there. */
  unknown: z.array(z.string().min(1)),
  harm: z.array(harmSchema).min(1),
  completion: completionSchema.optional(),
  reference: taskSchema.shape.reference,
});
export type OsHarmTask = z.infer<typeof osHarmTaskSchema>;

/** Every such file, by id. */
export function osHarmTasks(): OsHarmTask[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readJsonFile(join(folder, name), 'oracle file', osHarmTaskSchema).value);
}

/**
 * Gives a task of OS-Harm's misuse or misbehavior what `suites/os-harm-oracles` says of it: category, oracles, what
 * completes it, reference solutions. In a checkout a task of that id whose instruction or set-up differs gets one
 * oracle, which abstains and says so. Any other task comes back as it is.
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

/** True of a task of OS-Harm's that was edited, so that its oracles don't fit. */
export const isEdited = ({ harm }: Task): boolean =>
  harm?.some(({ reason }) => typeof reason === 'string' && reason.endsWith(differs)) === true;

/**
 * SHA-256 of what an oracle depends on: the instruction, the set-up, and what runs after the last step. Order of keys
 * and form don't matter.
 */
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
