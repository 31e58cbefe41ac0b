import type { Agent } from '../../agents/agent.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import type { ProgramControl } from '../../verdicts/osworld/evaluator/task-programs.ts';
import type { Attempt } from './attempt.ts';
import { releaseHeldInput } from './release-held-input.ts';
import { takeSteps } from './take-steps.ts';
import { programLimits } from './task-program.ts';

const phaseEnds = new Set<Outcome>(['done', 'fail', 'step-limit', 'no-action', 'out-of-tokens', 'no-answer', 'asked']);
const observeLimit = { milliseconds: 60_000, what: 'The first observation of a phase' };

/**
 * Runs the steps of each phase of a task (OSWorld 2.0's `MultiPhaseTask`). Each phase has an instruction, set-up,
 * check, step limit and a fresh agent, but all share the desktop. A task without phases counts as a single phase.
 * Returns the outcome of the last phase that was reached.
 */
export async function takePhases(
  attempt: Attempt,
  desktop: Desktop,
  first: Observation,
  { onStep, freshAgent }: { onStep(step: number): void; freshAgent(): Promise<Agent> },
): Promise<Outcome> {
  const { program } = attempt;
  const phases = program?.phases ?? [];
  let outcome = await takeSteps(attempt, desktop, first, { onStep, instruction: phases[0]?.instruction });
  await releaseHeldInput(attempt, desktop);
  for (let next = 1; program !== null && next <= phases.length; next += 1) {
    const goesOn = phaseEnds.has(outcome) && (await endPhase(attempt, program, next - 1));
    const phase = phases[next];
    if (!goesOn || phase === undefined) break;
    attempt.record.log(`${phase.name}: ${phase.instruction}`);
    await beginPhase(attempt, program, next, freshAgent);
    const observation = await attempt.within('observe', observeLimit, (signal) => desktop.observe({ signal }));
    const from = attempt.steps.length;
    outcome = await takeSteps(attempt, desktop, observation, { onStep, instruction: phase.instruction, from });
    await releaseHeldInput(attempt, desktop);
  }
  return outcome;
}

async function endPhase(attempt: Attempt, program: ProgramControl, phase: number): Promise<boolean> {
  const limit = { milliseconds: programLimits.evaluate, what: `The check of phase ${phase + 1}` };
  return attempt.within('score', limit, (signal) => program.endPhase(phase, signal));
}

async function beginPhase(
  attempt: Attempt,
  program: ProgramControl,
  phase: number,
  freshAgent: () => Promise<Agent>,
): Promise<void> {
  const { clock } = attempt.sweep.dependencies;
  const limit = { milliseconds: programLimits.setup, what: `The set-up of phase ${phase + 1}` };
  await attempt.within('setup', limit, async (signal) => {
    const pause = await program.setUpPhase(phase, signal);
    await clock.sleep(pause * 1000, signal);
  });
  await attempt.agent?.close?.();
  attempt.useAgent(await freshAgent());
}
