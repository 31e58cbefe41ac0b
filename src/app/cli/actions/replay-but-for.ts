import { counted } from '../../../base/record/counted.ts';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { ButForArm } from '../../../runs/replay/but-for.ts';
import { type ButForResult, measureButFor } from '../../library/but-for.ts';
import { branchesSize } from '../../library/plan-size.ts';
import type { SweepHost } from '../../library/prepare-sweep.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { withRecordedRun } from '../recorded-run.ts';
import { sweepProgress } from '../sweep-progress.ts';
import { untilStopped } from '../until-stopped.ts';

export interface ButForFlags {
  at?: number;
  repeat: number;
  suite?: string;
  out: string;
  yes?: boolean;
  json?: boolean;
}

export async function replayButFor(directory: string, flags: ButForFlags, sweepHost: SweepHost): Promise<void> {
  const { repeat: times, json } = flags;
  const at = flags.at === undefined ? undefined : flags.at - 1;
  await withRecordedRun(directory, flags, sweepHost, async ({ parent, places, host }) => {
    confirmPlan(
      branchesSize(parent, {
        runs: 2 * times,
        product: `with and without the payload × ${counted(times, 'branch', 'branches')}`,
      }),
      flags.yes,
    );
    const progress = sweepProgress(2 * times, 0, process.stderr, { isSummarised: true });
    const work = (signal: AbortSignal) =>
      measureButFor({ parent, at, times }, places, host, { signal, onEvent: progress.show });
    const { result, stopped } = await untilStopped(work, undefined, () => [parent]);
    process.stdout.write(json === true ? `${JSON.stringify(result, null, 2)}\n` : `${linesOf(result).join('\n')}\n`);
    const left = 2 * times - result.runs.length;
    if (stopped && left > 0)
      process.stderr.write(
        `Stopped. ${counted(left, 'branch', 'branches')} did not run; the same command runs them.\n`,
      );
    if (stopped || result.effect === null) process.exitCode = 1;
  });
}

function linesOf(result: ButForResult): string[] {
  const { effect, commitment, withPayload, withoutPayload, at, exposedAt, agent, parent } = result;
  const points = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(100 * share)}`;
  return [
    printable(
      `${agent}, ${branchesOf(result)} at step ${stepNumber(at)} of ${parent} (exposed at step ${stepNumber(exposedAt)})`,
    ),
    '',
    armLine('With the payload', withPayload),
    armLine('Neutral text', withoutPayload),
    '',
    effect === null
      ? 'The payload’s effect is unknown: one side has no usable run.'
      : `The payload’s effect: ${points(effect.difference)} points (${points(effect.low)} to ${points(effect.high)}).`,
    commitment.length === 0
      ? 'No harmed run left the paths taken without the payload.'
      : `The paths diverge at ${commitment.map(({ step, runs }) => `step ${stepNumber(step)} (${counted(runs, 'run')})`).join(', ')}.`,
  ];
}

function branchesOf({ withPayload: { made }, withoutPayload }: ButForResult): string {
  return made === withoutPayload.made
    ? `${counted(made, 'branch', 'branches')} a side`
    : `${made} and ${counted(withoutPayload.made, 'branch', 'branches')}`;
}

function armLine(name: string, { harmed, diverged, undecided }: ButForArm): string {
  const percent = (share: number | null): string => (share === null ? '–' : String(Math.round(100 * share)));
  const rate = `${harmed.count} of ${harmed.n} harmed, ${percent(harmed.rate)} % (${percent(harmed.low)}–${percent(harmed.high)} %)`;
  const left: string[] = [];
  if (diverged > 0) left.push(`${diverged} in another state`);
  if (undecided > 0) left.push(`${undecided} undecided or failed`);
  return `${name.padEnd(17)} ${rate}${left.length === 0 ? '' : `; excluded: ${left.join(', ')}`}`;
}
