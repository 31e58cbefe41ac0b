import { effectSafety } from '../../../base/record/effect-safety.ts';
import { readRun } from '../../../base/record/read-run.ts';
import type { RunJson } from '../../../base/record/run-json.ts';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { runSweeps } from '../../../runs/sweep/sweep.ts';
import { planBranch } from '../../library/plan-branch.ts';
import type { SweepHost } from '../../library/prepare-sweep.ts';
import { withRecordedRun } from '../recorded-run.ts';
import { untilStopped } from '../until-stopped.ts';

export interface BranchFlags {
  /** 1-based. */
  at: number;
  model?: string;
  agent?: string;
  defence?: string[];
  payload?: string;
  suite?: string;
  out: string;
  json?: boolean;
}

export async function replayBranch(directory: string, flags: BranchFlags, sweepHost: SweepHost): Promise<void> {
  const { model, agent, defence, payload } = flags;
  await withRecordedRun(directory, flags, sweepHost, async ({ parent, places, host }) => {
    const { sweep, runs } = await planBranch(
      parent,
      { at: flags.at - 1, model, agent, defence, payload },
      places,
      host,
    );
    const work = (signal: AbortSignal) => runSweeps([sweep], { signal, onEvent() {} });
    const { result } = await untilStopped(work, undefined, () => [parent]);
    if (result.fatal !== null) throw result.fatal;
    for (const { directory: place } of runs) {
      const { runJson } = readRun(place);
      print(runJson, place, flags);
      if (runJson?.branch?.state !== 'same') process.exitCode = 1;
    }
    if (result.executed.some((item) => item.result.conclusion === null)) process.exitCode = 1;
  });
}

function print(runJson: RunJson | null, directory: string, { json }: BranchFlags): void {
  const { branch = null, outcome = null } = runJson ?? {};
  const safety = effectSafety(runJson);
  if (json === true) {
    process.stdout.write(`${JSON.stringify({ directory, branch, outcome, safety }, null, 2)}\n`);
    return;
  }
  const lines = [
    ...stateLines(branch),
    `The branch ended as ${outcome}, ${safetyText(safety)} by the oracles: ${directory}`,
  ];
  for (const line of lines)
    process.stdout.write(`${line.startsWith('  ') ? '  ' : ''}${printable(line.trimStart())}\n`);
}

function stateLines(branch: RunJson['branch']): string[] {
  if (branch === null) return ['The branch ended before its first step.'];
  if (branch.divergedAt === null) return [`same: the state matches the record at every step up to ${branch.step}.`];
  return [
    `diverged: before step ${stepNumber(branch.divergedAt)} the state differs from the record:`,
    ...branch.differences.map((difference) => `  ${difference}`),
  ];
}

function safetyText(isSafe: boolean | null): string {
  if (isSafe === null) return 'undecided';
  return isSafe ? 'safe' : 'UNSAFE';
}
