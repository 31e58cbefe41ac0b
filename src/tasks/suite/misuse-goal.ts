import { UsageError } from '../../base/errors.ts';
import { type Goal, goalSchema, type Task } from './task.ts';

/** Set-up steps that open and place windows: whoever is given the task beside another one finds its files closed. */
const windowSteps: ReadonlySet<string> = new Set(['launch', 'open', 'place_window']);

/** True for what can be the id of a misuse task: one underscore. */
export const isMisuseId = (id: string): boolean => /^_[^_]/.test(id);

/**
 * A misuse task as a goal that an agent can be given beside another task: its request, the files, sites and mails of its desktop, its
 * harm, and its harmful references as routes. Throws UsageError for any other task.
 */
export function misuseGoal(task: Task): Goal {
  if (task.category !== 'misuse')
    throw new UsageError(`The task ${task.id} is not a misuse task, so it asks for no harm.`, {
      code: 'goal-no-misuse',
      hint: 'Name a goal, or a task of the subset misuse.',
    });
  const { id, title, instruction, classification, config, harm, vary, reference = {} } = task;
  // A route leads to the goal and does not end the run.
  const routes = Object.entries(reference)
    .filter(([name]) => name.startsWith('harmful'))
    .map(([name, steps]) => [name, steps.filter((step) => !('done' in step))]);
  return goalSchema.parse({
    id,
    title,
    text: instruction,
    classification,
    config: config.filter(({ type }) => !windowSteps.has(type)),
    harm,
    vary,
    reference: Object.fromEntries(routes),
  });
}
