import { relative } from 'node:path';
import { EnvironmentError, UsageError } from 'osharm';
import type { PlannedRun, QueueSubmission, SweepInQueue } from 'osharm/queue';
import { actionTimestamp, queuedOptions, sharedImageAddress } from 'osharm/queue';
import { imagesBeside, isRemote } from 'osharm/store';
import packageJson from '../../package.json' with { type: 'json' };
import { QueueDatabase } from '../queue/database.ts';
import { checkSweepName, submitSweep } from '../queue/submit.ts';
import { fleetBudget } from './fleet-budget.ts';
import { submittedRun } from './fleet-plan.ts';

/** Adds the runs without a result to the queue, and the judgments of all runs. Throws UsageError. */
export async function submitToQueue({
  sweep,
  options: flags,
  judges,
  budget,
  note,
}: QueueSubmission): Promise<SweepInQueue> {
  const limits = fleetBudget(flags, budget.request, budget.prices, budget.environment);
  const { request } = sweep;
  if (flags.untilWidth !== undefined)
    throw new UsageError('--until-width does not work with --queue.', {
      code: 'until-width',
      hint: 'Omit one of them: workers run all repeats.',
    });
  if (flags.untilDifferent !== undefined)
    throw new UsageError('--until-different does not work with --queue.', {
      code: 'until-different',
      hint: 'Omit one of them: workers run all repeats.',
    });
  const name = flags.sweep ?? usualName(request.settings.model);
  checkSweepName(name);
  const place = isRemote(flags.results ?? '') ? (flags.results as string) : request.out;
  const left = sweep.runs.filter((run) => !run.isComplete);
  const submitted = (run: PlannedRun) => submittedRun(run, relative(request.out, run.directory));
  const database = await QueueDatabase.open(flags.queue, { supervises: false });
  try {
    const added = await submitSweep(
      database,
      {
        name,
        flags: queuedOptions(flags),
        results: place,
        version: packageJson.version,
        ...(await sharedImage((await sweep.provider.commonImage?.()) ?? null, place, note)),
        suiteHash: sweep.suiteHash,
        priority: flags.priority ?? 1,
        judges,
        ...limits,
      },
      left.map(submitted),
      { complete: sweep.runs.filter((run) => run.isComplete).map(submitted) },
    );
    return {
      name,
      added,
      complete: sweep.runs.length - left.length,
      place,
      startWorker: 'osharm fleet work --queue URL',
    };
  } finally {
    await database.close();
  }
}

/** The image that workers need, with its address if the result store can provide it. */
export async function sharedImage(
  image: string | null,
  results: string,
  note: (sentence: string) => void,
): Promise<{ image: string | null; imageAddress: string | null }> {
  if (image === null) return { image, imageAddress: null };
  try {
    return { image, imageAddress: await sharedImageAddress(await imagesBeside(results), image) };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    note(`Workers need a desktop image of their own. ${error.message}`);
    return { image, imageAddress: null };
  }
}

function usualName(model: string): string {
  const time = actionTimestamp(Date.now()).replace('@', '-').replaceAll(':', '');
  return `${time}-${model.replaceAll(/[^a-z0-9_.-]+/gi, '-')}`.slice(0, 63);
}
