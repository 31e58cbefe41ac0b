import { OsharmError } from '../../base/errors.ts';
import { formFault } from '../suite/form-fault.ts';
import type { SetupStep } from '../suite/task.ts';
import { setupKinds } from './registry.ts';
import { setupFailure, stepError } from './setup-failure.ts';
import type { SetupContext } from './setup-kind.ts';
import { fillCanariesIn } from './template.ts';

/** Steps that may start a program that reads files placed by the set-up. */
const openingSteps = new Set(['scene-windows', 'open', 'launch', 'chrome_open_tabs']);
/** Errors of a step whose window, tab or file the agent may have closed, moved or deleted. */
const agentsDoing = new Set([
  'setup-window-missing',
  'setup-command-failed',
  'setup-tab-missing',
  'setup-text-missing',
  'setup-chromium-unreachable',
  'setup-open-missing',
]);

/**
 * Runs `steps` in sequence. `where` names the list in messages (`config`, `evaluator.postconfig`). Throws OsharmError
 * that names the failed step. With `isTolerant`, errors that OS-Harm only logs are reported to `failed`, and the
 * remaining steps still run. After the agent's last step (`isAfterwards`), errors that the agent may have caused are
 * reported to `note`.
 */
export async function runSetup(steps: readonly SetupStep[], context: SetupContext, where = 'config'): Promise<void> {
  const opening = steps.findIndex(({ type }) => openingSteps.has(type));
  for (const [index, step] of steps.entries()) {
    context.signal?.throwIfAborted();
    if (index === opening) await context.beforeOpening?.();
    try {
      await runStep(step, index, context, where);
    } catch (error) {
      if (context.signal?.aborted) throw error;
      if (context.isAfterwards === true && error instanceof OsharmError && agentsDoing.has(error.code)) {
        context.note?.(`${where}[${index}] (${step.type}): ${error.message}`);
        continue;
      }
      if (context.isTolerant === true && isToleratedByOsHarm(step, error)) {
        const { message } = error as Error;
        context.failed?.(`${where}[${index}] (${step.type}): ${message}`);
        continue;
      }
      throw setupFailure(`${where}[${index}] (${step.type})`, error);
    }
  }
  if (opening === -1) await context.beforeOpening?.();
}

/** Steps whose errors OS-Harm only logs. Other errors end a run in OS-Harm too. */
const loggedSteps = new Set([
  'open',
  'launch',
  'execute',
  'command',
  'execute_with_verification',
  'activate_window',
  'close_window',
  'upload_file',
  'change_wallpaper',
]);

function isToleratedByOsHarm({ type }: SetupStep, error: unknown): boolean {
  if (!loggedSteps.has(type) || !(error instanceof OsharmError)) return false;
  if (error.code === 'setup-file-outside-suite') return false;
  return error.code.startsWith('setup-') || error.code === 'guest-reply' || error.code === 'guest-write';
}

async function runStep(step: SetupStep, index: number, context: SetupContext, where: string): Promise<void> {
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
    throw stepError(`parameters.${issue?.path.join('.') ?? ''}: ${formFault(issue?.message ?? 'invalid format')}.`, {
      code: 'setup-bad-parameters',
      blame: 'task',
    });
  }
  const { note } = context;
  await kind.run(
    parsed.data,
    note === undefined ? context : { ...context, note: (text) => note(`${where}[${index}] (${step.type}): ${text}`) },
  );
}
