import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { refuseFile } from '../../../base/record/file-trouble.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { parseConditions } from '../../../results/report/compare/fail-if.ts';
import { sweepNames } from '../../../results/report/compare/metric-values.ts';
import { withPresetLimits } from '../../../runs/plan/settings/sizes.ts';
import { type CommandOptions, settingNames, settingOf } from '../../../runs/plan/settings/table.ts';
import { sweepSize } from '../../library/plan-size.ts';
import { type PreparedSweeps, prepareSweeps, type SweepHost } from '../../library/prepare-sweep.ts';
import { providerOptions } from '../../library/provider-options.ts';
import { submitSweeps } from '../../library/submit-sweeps.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { closingWithin } from '../ending.ts';
import { printPlan } from '../print-plan.ts';
import { withResultsPlace } from '../results-place.ts';
import type { RunFlags } from '../setting-flags.ts';

/** Replaces OS-Harm's spellings of flags with osharm's. */
function runOptions<F extends CommandOptions>(flags: F): F {
  const options: Record<string, unknown> = { ...flags };
  for (const name of settingNames) {
    const { aliasOf } = settingOf(name);
    if (aliasOf === undefined || flags[name] === undefined) continue;
    options[aliasOf] = flags[name];
    delete options[name];
  }
  return options as F;
}

export async function runSuite(suite: string | undefined, typed: RunFlags, host: SweepHost): Promise<void> {
  refuseLostChecks(typed);
  if (suite !== undefined && typed.suite !== undefined)
    throw new UsageError(`Two suites are named: ${suite} and ${typed.suite}.`, {
      code: 'run-options',
      hint: 'Omit --suite.',
    });
  const options = withPresetLimits(runOptions(typed));
  const flags = await withResultsPlace(suite === undefined ? options : { ...options, suite });
  if (flags.out !== undefined) refuseFile(flags.out, 'run-options');
  const isDry = flags.dryRun === true;
  const note = (sentence: string): void => void process.stderr.write(`note: ${printable(sentence)}\n`);
  const { places, ...settings } = flags;
  await closingWithin(async (printed) => {
    await using prepared = await prepareSweeps(settings, {
      ...host,
      providerOptions: providerOptions(flags),
      isDry,
      places,
      warn: note,
    });
    if (isDry) printPlan(prepared, flags);
    else {
      confirmPlan(sweepSize(prepared, flags), flags.yes);
      if (flags.queue !== undefined) await submitAndPrint(prepared, { ...flags, queue: flags.queue }, note);
      else {
        const { executeAndReport } = await import('../report-sweep.ts');
        await executeAndReport(prepared, flags);
      }
    }
    const isSkipping = prepared.some(({ sweep }) => sweep.skipped.length > 0);
    if (isSkipping && flags.skipUnsupported !== true) process.exitCode = 1;
    printed();
  });
}

/** Reports invalid conditions before the runs instead of after them. */
function refuseLostChecks({ failIf, junit, queue, preset, shareTexts }: RunFlags): void {
  parseConditions(failIf ?? [], sweepNames);
  if (junit !== undefined && failIf === undefined)
    throw new UsageError('--junit writes the result of --fail-if.', {
      code: 'run-options',
      hint: 'Add --fail-if CONDITION.',
    });
  if (failIf !== undefined && queue !== undefined)
    throw new UsageError('Queued runs are executed later, so --fail-if has nothing to check.', {
      code: 'run-options',
      hint: 'Check them afterwards with osharm report --fail-if.',
    });
  if (preset === 'pilot' && queue !== undefined)
    throw new UsageError('Queued runs are executed later, so --preset pilot has nothing to write into pilot.json.', {
      code: 'run-options',
      hint: 'Omit --queue, or use --preset report.',
    });
  if (shareTexts === true && preset !== 'pilot')
    throw new UsageError('--share-texts is for the file that --preset pilot writes.', {
      code: 'run-options',
      hint: 'Add --preset pilot, or omit --share-texts.',
    });
}

async function submitAndPrint(
  prepared: PreparedSweeps,
  flags: RunFlags & { queue: string },
  note: (sentence: string) => void,
): Promise<void> {
  for await (const { name, runs, added, complete, place, startWorker } of submitSweeps(prepared, flags, note))
    process.stdout.write(
      flags.json === true
        ? `${JSON.stringify({ sweep: name, runs, added })}\n`
        : `Sweep ${name}: ${counted(added, 'run')} queued, ${runs - complete - added} queued before, ${complete} complete.\n` +
            `Start workers: ${startWorker}\nResults: ${place}\n`,
    );
}
