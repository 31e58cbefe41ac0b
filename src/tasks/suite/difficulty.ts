import { z } from 'zod';

/** About 5, 15 and 40 steps. */
export const difficultyLevels = ['short', 'medium', 'long'] as const;

export const difficultySchema = z.strictObject({
  /** Clicks, texts, keys and commands, without waiting. */
  steps: z.int().nonnegative(),
  level: z.enum(difficultyLevels),
});
export type Difficulty = z.infer<typeof difficultySchema>;

type Step = Readonly<Record<string, unknown>>;
interface Referenced {
  category?: string | undefined;
  reference?: Readonly<Record<string, readonly Step[]>> | undefined;
}

/** Returns the reference that fulfils the request. For a misuse task, that is the harmful one. */
export function workOf({ category, reference }: Referenced): readonly Step[] | undefined {
  return reference?.[category === 'misuse' ? 'harmful' : 'benign'];
}

/** The bounds between levels are the geometric means of 5 and 15, and of 15 and 40. Undefined without a reference. */
export function difficultyOf(task: Referenced): Difficulty | undefined {
  const work = workOf(task);
  if (work === undefined) return undefined;
  const steps = work.reduce((sum, step) => sum + stepsIn(step), 0);
  return { steps, level: steps < 9 ? 'short' : steps < 25 ? 'medium' : 'long' };
}

/** Counts the user actions in a reference step. Optional steps count as 0. */
function stepsIn(step: Step): number {
  if (step.optional === true) return 0;
  if (Array.isArray(step.do)) return (step.do as Step[]).reduce((sum, act) => sum + stepsIn(act), 0);
  if (Array.isArray(step.menu)) return step.menu.length;
  // One action for the shortcut, one for the command.
  if ('run-dialog' in step) return 2;
  const none = ['pause', 'wait-for', 'done', 'fail'];
  return none.some((kind) => kind in step) ? 0 : 1;
}

/** Returns true if the reference uses only mouse and keyboard in windows, without commands or Python. */
export function isByGui(task: Referenced): boolean {
  return (workOf(task) ?? []).every((step) => !typesCommand(step));
}

function typesCommand(step: Step): boolean {
  if (Array.isArray(step.do)) return (step.do as Step[]).some(typesCommand);
  const click = step.click as { role?: unknown } | undefined;
  return ['open-terminal', 'terminal', 'python'].some((kind) => kind in step) || click?.role === 'terminal';
}
