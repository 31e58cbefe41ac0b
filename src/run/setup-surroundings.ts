import type { Desktop } from '../desktop/desktop.ts';
import type { SetupContext } from '../desktop/setup/setup-kind.ts';
import type { Canaries } from '../effect/effect.ts';
import type { RunRecord } from '../record/run-record.ts';
import { downloadsOfTask } from '../suite/downloaded-files.ts';
import type { SetupStep } from '../suite/task.ts';
import type { RunContext } from './run-context.ts';
import type { RunState } from './run-state.ts';
import { within } from './within.ts';

/** Deadline for fetching a run's files, in milliseconds. */
const downloadLimit = 1_800_000;
/** The least that a set-up may take, beside what its own sleeps ask for, in milliseconds. */
const setupLimit = 300_000;

/** What the steps of a run's set-up and of its `postconfig` may use. */
export function setupSurroundings(
  context: RunContext,
  run: { desktop: Desktop; canaries: Canaries; state: RunState; record: Pick<RunRecord, 'log'> },
  signal: AbortSignal,
): SetupContext {
  const { settings, taskId } = context.run.spec;
  return {
    desktop: run.desktop,
    suiteFolder: context.suite.assetRoot,
    canaries: run.canaries,
    variation: context.run.task.variation,
    taskId,
    screen: { width: settings.screenWidth, height: settings.screenHeight },
    isForeign: context.suite.isCheckout,
    outputs: run.state.outputs,
    note: (text) => run.record.log(`Note: ${text}`),
    signal,
    ...(context.downloads === undefined ? {} : { downloads: context.downloads }),
  };
}

/** Fetches what the run's steps download, before a desktop is made for it: a dead link costs none. */
export async function fetchDownloads(context: RunContext, state: RunState): Promise<void> {
  const { downloads, run, signal, suite } = context;
  const files = downloadsOfTask(run.task.task, run.goal?.goal.config);
  if (downloads === undefined || files.length === 0) return;
  await state.phases.time('download', () =>
    within({ milliseconds: downloadLimit, what: 'Fetching the task’s files' }, signal, async (own) => {
      const { taskId } = run.spec;
      for (const { url, path } of files) await downloads.get({ url, path, taskId, suiteFolder: suite.assetRoot }, own);
    }),
  );
}

/** The deadline of a list of steps, in milliseconds: a task's own sleeps come on top. */
export function setupDeadline(steps: readonly SetupStep[]): number {
  const slept = steps.map(({ type, parameters }) =>
    type === 'sleep' && typeof parameters.seconds === 'number' ? parameters.seconds : 0,
  );
  return setupLimit + 1000 * slept.reduce((sum, seconds) => sum + seconds, 0);
}
