import { UsageError } from '../../base/errors.ts';
import type { Goal, Task } from '../../tasks/suite/task.ts';
import { type ScriptStep, scriptSchema } from './step-schema.ts';

export function taskScript(task: Task, name: string): ScriptStep[] {
  return read(task.reference?.[name], `task ${task.id}, reference.${name}`);
}

export function goalScript(goal: Goal, place: number): ScriptStep[] {
  const route = Object.keys(goal.reference)[place];
  return read(
    route === undefined ? undefined : goal.reference[route],
    `goal ${goal.id}, reference.${route ?? `(route ${place + 1})`}`,
  );
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
