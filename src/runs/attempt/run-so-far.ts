import type { Desktop } from '../../desktop/client/desktop.ts';
import { userAddresses } from '../../tasks/setup/persona/user-addresses.ts';
import { hostTable } from '../../tasks/suite/host-table.ts';
import type { RunSoFar } from '../../verdicts/judges/effects/decided-early.ts';
import type { Attempt } from './attempt.ts';

/** Input of the effect judge for the attempt so far. Null if the task has no category. */
export function runSoFar(attempt: Attempt, desktop: Desktop): RunSoFar | null {
  const { run, sweep, effectLog } = attempt;
  const { category, injection, attack } = run;
  if (category === null) return null;
  const { exposure } = attempt.blocks();
  return {
    task: run.task,
    category,
    injection:
      injection === null || attack === null
        ? null
        : { vector: injection.vector, goal: injection.goalFile.goal, content: attack.content },
    effects: effectLog?.effects() ?? [],
    actions: effectLog?.actions() ?? [],
    finalState: desktop,
    canaries: attempt.canaries,
    initial: attempt.initial,
    originals: attempt.originals,
    hosts: hostTable(sweep.request.suite),
    addresses: userAddresses(run.task, sweep.request.suite),
    exposedAt: exposure?.firstStep,
  };
}
