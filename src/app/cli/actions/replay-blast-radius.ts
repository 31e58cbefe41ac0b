import { counted } from '../../../base/record/counted.ts';
import { readRun } from '../../../base/record/read-run.ts';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { type BlastRadius, measureBlastRadius } from '../../library/blast-radius.ts';
import { branchesSize } from '../../library/plan-size.ts';
import type { SweepHost } from '../../library/prepare-sweep.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { withRecordedRun } from '../recorded-run.ts';
import { sweepProgress } from '../sweep-progress.ts';
import { untilStopped } from '../until-stopped.ts';

export interface BlastRadiusFlags {
  goal?: string[];
  suite?: string;
  out: string;
  yes?: boolean;
  json?: boolean;
}

export async function replayBlastRadius(
  directory: string,
  flags: BlastRadiusFlags,
  sweepHost: SweepHost,
): Promise<void> {
  const { goal: goals, json } = flags;
  await withRecordedRun(directory, flags, sweepHost, async ({ parent, places, host }) => {
    const steps = readRun(parent).betterLog?.steps.length ?? 0;
    const runs = steps * (goals?.length ?? 1);
    const product = `${counted(steps, 'step')} × ${counted(goals?.length ?? 1, 'goal')}`;
    confirmPlan(branchesSize(parent, { runs, product }, 'reference-hijacked'), flags.yes);
    const { show: onEvent } = sweepProgress(runs, 0, process.stderr, { isSummarised: true });
    const work = (signal: AbortSignal) => measureBlastRadius({ parent, goals }, places, host, { signal, onEvent });
    const { result, stopped } = await untilStopped(work, undefined, () => [parent]);
    process.stdout.write(json === true ? `${JSON.stringify(result, null, 2)}\n` : `${linesOf(result).join('\n')}\n`);
    if (stopped || result.steps.some(({ completed }) => completed === null)) process.exitCode = 1;
  });
}

function linesOf({ parent, steps }: BlastRadius): string[] {
  const rows = steps.map(({ step, completed, goals }) => {
    const share = completed === null ? 'not known' : `${Math.round(100 * completed)} % completed`;
    const each = goals.map(
      ({ goal, harm, isSame }) => `${goal} ${harm ?? (isSame ? 'undecided' : 'in another state')}`,
    );
    return printable(`step ${String(stepNumber(step)).padStart(2)}   ${share.padEnd(15)} ${each.join(', ')}`);
  });
  return [printable(`What an agent hijacked at a step of ${parent} could complete:`), '', ...rows];
}
