import type { TextModel } from '../../agents/models/text-model.ts';
import { missingPackage } from '../../base/packages.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { alteredProgram } from '../../evidence/effect-log/altered-programs.ts';
import { taskPrograms } from '../../verdicts/osworld/evaluator/registry.ts';
import type { ProgramControl } from '../../verdicts/osworld/evaluator/task-programs.ts';
import type { Attempt } from './attempt.ts';
import { evaluationOf } from './check-task.ts';
import { setupSurroundings } from './setup-surroundings.ts';

/** Milliseconds. Some OSWorld 2.0 programs install packages or train a model. */
export const programLimits = { setup: 2_400_000, evaluate: 1_500_000 };

/**
 * Starts the program of the attempt's task for `desktop`. Throws UsageError if its file differs from the imported one.
 */
export function startTaskProgram(attempt: Attempt, desktop: Desktop, signal: AbortSignal): Promise<ProgramControl> {
  const { run, sweep } = attempt;
  const { settings } = run;
  const programs = taskPrograms();
  if (programs === null) throw missingPackage('@osharm/osworld', `The program of task ${run.taskId}`);
  const spec = { width: settings.screenWidth, height: settings.screenHeight, network: settings.network };
  return programs.start(
    {
      taskId: run.taskId,
      task: run.task,
      suiteFolder: sweep.request.suite.folder,
      directory: run.directory,
      desktop,
      createDesktop: (own) => sweep.provider.create(spec, own),
      setupContext: (own) => setupSurroundings(attempt, desktop, own),
      evaluation: evaluationOf(attempt, desktop, signal),
      rules: settings.metrics ?? 'right',
      model: evaluatorModel(attempt),
      altered: () => alteredProgram(attempt.effectLog?.effects() ?? []),
      history: () => ({
        actions: attempt.lastAction === null ? [] : [attempt.lastAction],
        questions: attempt.models.questions,
      }),
    },
    signal,
  );
}

function evaluatorModel(attempt: Attempt): TextModel | null {
  const { clock, createEvaluatorModel } = attempt.sweep.dependencies;
  return createEvaluatorModel?.(attempt.run, { clock, recordCall: (call) => attempt.recordCall(call) }) ?? null;
}
