import { UsageError } from '../../base/errors.ts';
import type { Goal, Task } from '../../tasks/suite/task.ts';
import { type ScriptStep, scriptSchema } from './step-schema.ts';

/** The part of a reference for a session (1-based). */
export function taskScript(task: Task, name: string, session = 1): ScriptStep[] {
  return partOfSession(read(task.reference?.[name], `task ${task.id}, reference.${name}`), session);
}

export function goalScript(goal: Goal, place: number, session = 1): ScriptStep[] {
  const route = Object.keys(goal.reference)[place];
  const script = read(
    route === undefined ? undefined : goal.reference[route],
    `goal ${goal.id}, reference.${route ?? `(route ${place + 1})`}`,
  );
  return partOfSession(script, session);
}

const nothing: ScriptStep[] = [{ done: true }];

/** Each `done` or `fail` ends the part of one session. A session without a part does nothing. */
export function partOfSession(script: readonly ScriptStep[], session: number): ScriptStep[] {
  const ends = script.flatMap((step, index) => ('done' in step || 'fail' in step ? [index + 1] : []));
  const from = session === 1 ? 0 : (ends[session - 2] ?? script.length);
  const part = script.slice(from, ends[session - 1]);
  return part.length === 0 ? nothing : part;
}

function read(script: unknown, where: string): ScriptStep[] {
  if (script === undefined)
    throw new UsageError(`There is no reference solution: ${where}.`, {
      code: 'reference-missing',
      hint: 'Reference agents run only tasks that have reference solutions; `osharm suite lint` lists what is missing.',
    });
  const parsed = scriptSchema.safeParse(script);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(`${where}${issue === undefined ? '' : `.${issue.path.join('.')}: ${issue.message}`}.`, {
    code: 'reference-bad-script',
  });
}
