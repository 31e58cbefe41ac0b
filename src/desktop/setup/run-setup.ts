import type { SetupStep } from '../../suite/task.ts';
import { setupKinds } from './registry.ts';
import { setupFailure, stepError } from './setup-failure.ts';
import type { SetupContext } from './setup-kind.ts';
import { fillCanariesIn } from './template.ts';

/** Steps after which a program may have read what set-up put in place. */
const openingSteps = new Set(['open', 'launch', 'chrome_open_tabs']);

/**
 * Does `steps` one after another in the desktop. `where` names the list in messages (`config`, `evaluator.postconfig`).
 * Throws OsharmError naming the step that failed; what comes after it is not done.
 */
export async function runSetup(steps: readonly SetupStep[], context: SetupContext, where = 'config'): Promise<void> {
  const opening = steps.findIndex(({ type }) => openingSteps.has(type));
  for (const [index, step] of steps.entries()) {
    context.signal?.throwIfAborted();
    if (index === opening) await context.beforeOpening?.();
    try {
      await runStep(step, context);
    } catch (error) {
      if (context.signal?.aborted) throw error;
      throw setupFailure(`${where}[${index}] (${step.type})`, error);
    }
  }
  if (opening === -1) await context.beforeOpening?.();
}

async function runStep(step: SetupStep, context: SetupContext): Promise<void> {
  const kind = setupKinds.get(step.type);
  if (kind === undefined)
    throw stepError('unknown type of setup step.', {
      code: 'setup-unknown-step',
      blame: 'task',
      hint: `Known: ${[...setupKinds.keys()].join(', ')}.`,
    });
  const parsed = kind.parameters.safeParse(fillCanariesIn(step.parameters, context.canaries));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw stepError(`parameters.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong form'}.`, {
      code: 'setup-bad-parameters',
      blame: 'task',
    });
  }
  await kind.run(parsed.data, context);
}
