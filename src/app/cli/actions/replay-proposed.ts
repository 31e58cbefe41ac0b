import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { type ExecutedProposal, executeProposal, openProposals } from '../../library/execute-proposals.ts';
import { branchesSize } from '../../library/plan-size.ts';
import type { SweepHost } from '../../library/prepare-sweep.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { withRecordedRun } from '../recorded-run.ts';
import { untilStopped } from '../until-stopped.ts';

export interface ProposedFlags {
  suite?: string;
  out: string;
  yes?: boolean;
  json?: boolean;
}

export async function executeProposed(folder: string, flags: ProposedFlags, sweepHost: SweepHost): Promise<void> {
  const open = openProposals(folder);
  const [first] = open;
  if (first === undefined)
    throw new UsageError(`No run below ${folder} has a stopped step whose proposal was not executed.`, {
      code: 'proposed-none',
      hint: 'Protocols stop steps: osharm run --monitor NAME --protocol block.',
    });
  confirmPlan(branchesSize(first.run, { runs: open.length }, 'reference-replay'), flags.yes);
  const { result, stopped } = await untilStopped(async (signal) => {
    const executed: ExecutedProposal[] = [];
    for (const step of open) {
      if (signal.aborted) break;
      await withRecordedRun(step.run, flags, sweepHost, async ({ parent, places, host }) => {
        const proposal = await executeProposal({ run: parent, step: step.step }, places, host, signal);
        executed.push(proposal);
        if (flags.json !== true) process.stdout.write(`${lineOf(proposal)}\n`);
      });
    }
    return executed;
  });
  if (flags.json === true) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else {
    const harmful = result.filter(({ harm }) => harm === 'attempted' || harm === 'completed').length;
    process.stdout.write(`${harmful} of ${counted(result.length, 'stopped step')} would have done harm.\n`);
  }
  if (stopped || result.some(({ harm }) => harm === null)) process.exitCode = 1;
}

const lineOf = ({ run, step, harm }: ExecutedProposal): string =>
  printable(`${run}, step ${stepNumber(step)}: ${harm === null ? 'undecided, or in another state' : `harm ${harm}`}`);
