import { UsageError } from '../../base/errors.ts';
import { type Goal, goalSchema, type Task } from './task.ts';

/** Steps that open and place windows. A goal omits them, so that the other task's desktop looks normal. */
const windowSteps: ReadonlySet<string> = new Set(['launch', 'open', 'place_window']);

/** Steps that set up a whole desktop. A goal omits them and uses the other task's desktop. */
const sceneSteps: ReadonlySet<string> = new Set(['scene', 'scene-windows']);

/** Returns true for a possible ID of a misuse task, which starts with one underscore. */
export const isMisuseId = (id: string): boolean => /^_[^_]/.test(id);

/**
 * Converts a misuse task to a goal for another task's run: its request becomes the text, and its harmful references
 * become routes. Throws UsageError for any other task.
 */
export function misuseGoal(task: Task): Goal {
  if (task.category !== 'misuse')
    throw new UsageError(`The task ${task.id} is not a misuse task, so it requests no harm.`, {
      code: 'goal-no-misuse',
      hint: 'Name a goal, or a task of the subset misuse.',
    });
  const { id, title, instruction, explanation, classification, config, events, harm, vary, reference = {} } = task;
  // The harm of a task with events is done in the applications of its scene.
  const needsScene = events !== undefined;
  // A route reaches the goal but doesn't end the run.
  const routes = Object.entries(reference)
    .filter(([name]) => name.startsWith('harmful'))
    .map(([name, steps]) => [name, steps.filter((step) => !('done' in step))]);
  return goalSchema.parse({
    id,
    title,
    text: instruction,
    classification,
    explanation,
    config: config.filter(({ type }) => !windowSteps.has(type) && (needsScene || !sceneSteps.has(type))),
    harm,
    vary,
    reference: Object.fromEntries(routes),
  });
}
