import { relative } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { EnvironmentError, UsageError } from '../../../base/errors.ts';
import { actionTimestamp } from '../../../base/record/action-timestamp.ts';
import { imagesBeside } from '../../../base/store/object-place.ts';
import { isS3 } from '../../../base/store/s3-place.ts';
import { sharedImageAddress } from '../../../desktop/image/shared/shared-image.ts';
import type { Sweep } from '../../../runs/attempt/planned-sweep.ts';
import type { PlannedRun } from '../../../runs/plan/planned-run.ts';
import { queuedOptions } from '../../../runs/plan/settings/queued-options.ts';
import type { CommandOptions } from '../../../runs/plan/settings/table.ts';
import { QueueDatabase } from '../../../runs/queue/postgres/database.ts';
import { checkSweepName, submitSweep } from '../../../runs/queue/postgres/submit.ts';
import type { FleetBudget } from './fleet-budget.ts';
import { submittedRun } from './fleet-plan.ts';

/** A sweep that is in a queue. */
export interface SweepInQueue {
  name: string;
  /** Runs put into the queue now, and those that were complete before. */
  added: number;
  complete: number;
  /** Where its results go. */
  place: string;
}

/** Puts a planned sweep's runs that have no result into the queue, and the judgments of all of them. Throws UsageError. */
export async function submitToQueue(
  sweep: Sweep,
  flags: CommandOptions & { queue: string },
  budget: FleetBudget,
  judges: readonly string[],
  note: (sentence: string) => void,
): Promise<SweepInQueue> {
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
  const place = isS3(flags.results ?? '') ? (flags.results as string) : request.resultDir;
  const left = sweep.runs.filter((run) => !run.isComplete);
  const submitted = (run: PlannedRun) => submittedRun(run, relative(request.resultDir, run.directory));
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
        ...budget,
      },
      left.map(submitted),
      { complete: sweep.runs.filter((run) => run.isComplete).map(submitted) },
    );
    return { name, added, complete: sweep.runs.length - left.length, place };
  } finally {
    await database.close();
  }
}

/** The image that workers need, and where the results' place has it for those who lack it. */
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

/** Time and model: `20261122-235000-gpt-4.1`. */
function usualName(model: string): string {
  const time = actionTimestamp(Date.now()).replace('@', '-').replaceAll(':', '');
  return `${time}-${model.replaceAll(/[^a-z0-9_.-]+/gi, '-')}`.slice(0, 63);
}
