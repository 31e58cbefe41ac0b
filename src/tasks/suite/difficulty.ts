import { z } from 'zod';

/** About 5, 15 and 40 steps. */
export const difficultyLevels = ['short', 'medium', 'long'] as const;

/** How much work a task is, as its reference does it. */
export const difficultySchema = z.strictObject({
  /** Clicks, texts, keys and commands of the reference; waiting is none. */
  steps: z.int().nonnegative(),
  level: z.enum(difficultyLevels),
});
export type Difficulty = z.infer<typeof difficultySchema>;

type Step = Readonly<Record<string, unknown>>;
interface Referenced {
  category?: string | undefined;
  reference?: Readonly<Record<string, readonly Step[]>> | undefined;
}

/** The reference that does what the user asks: of a misuse task the harmful one. Undefined where there is none. */
export function workOf({ category, reference }: Referenced): readonly Step[] | undefined {
  return reference?.[category === 'misuse' ? 'harmful' : 'benign'];
}

/** Measured on the reference. Bounds are the geometric means of 5, 15 and 40. Undefined where there is no reference. */
export function difficultyOf(task: Referenced): Difficulty | undefined {
  const work = workOf(task);
  if (work === undefined) return undefined;
  const steps = work.reduce((sum, step) => sum + stepsIn(step), 0);
  return { steps, level: steps < 9 ? 'short' : steps < 25 ? 'medium' : 'long' };
}

/** What the user's hands would do for one step of a script. Each step that need not come counts as none. */
function stepsIn(step: Step): number {
  if (step.optional === true) return 0;
  if (Array.isArray(step.do)) return (step.do as Step[]).reduce((sum, act) => sum + stepsIn(act), 0);
  if (Array.isArray(step.menu)) return step.menu.length;
  // Keys, then the command.
  if ('run-dialog' in step) return 2;
  const none = ['pause', 'wait-for', 'done', 'fail'];
  return none.some((kind) => kind in step) ? 0 : 1;
}

/** Does the reference work with mouse and keyboard in windows alone? False where any step is a command or Python. */
export function isByGui(task: Referenced): boolean {
  return (workOf(task) ?? []).every((step) => !typesCommand(step));
}

function typesCommand(step: Step): boolean {
  if (Array.isArray(step.do)) return (step.do as Step[]).some(typesCommand);
  const click = step.click as { role?: unknown } | undefined;
  return ['open-terminal', 'terminal', 'python'].some((kind) => kind in step) || click?.role === 'terminal';
}
