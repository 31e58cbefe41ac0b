import type { Outcome } from '../../base/record/run-settings.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { FinishedEffectLog } from '../../evidence/effect-log/effect-log.ts';
import { runSetup } from '../../tasks/setup/run-setup.ts';
import { checkRunsPrograms, type ScoreWithMilestones } from '../../verdicts/checks/score-task.ts';
import { canDecide } from '../../verdicts/judges/effects/can-decide.ts';
import { answersBeforeLoss, rememberAnswers } from '../../verdicts/judges/effects/facts.ts';
import type { EffectJudgment } from '../../verdicts/judges/effects/judge-effects.ts';
import {
  judgeRunByEffects,
  requireEffectJudgment,
  writeEffectJudgment,
} from '../../verdicts/judges/effects/judge-run.ts';
import type { Attempt } from './attempt.ts';
import { capabilitiesOf, noEffects } from './capabilities.ts';
import { checkTask } from './check-task.ts';
import { runSoFar } from './run-so-far.ts';
import { setupDeadline, setupSurroundings } from './setup-surroundings.ts';
import { programLimits } from './task-program.ts';

/** Milliseconds. The linger time is added. */
const limits = { linger: timeLimits.run.lastCollect, score: 120_000, judge: 240_000 };

export interface Conclusion {
  outcome: Outcome;
  score: ScoreWithMilestones;
  /** Null if the effect judge was not requested. */
  effects: EffectJudgment | null;
}

/**
 * Finishes a run after its last step: keeps watching, prepares and runs the check, and judges. A desktop that the agent
 * ended scores 0 and is judged on the evidence so far. Throws for failures of the harness or the host.
 */
export async function conclude(attempt: Attempt, desktop: Desktop, ended: Outcome): Promise<Conclusion> {
  const { run, parts } = attempt;
  const { lingerSeconds } = run.settings;
  const isDesktopNeeded = parts.some((part) => part.needsDesktopAfterwards === true) || checkRunsPrograms(run.task);
  const effectLog = attempt.effectLog?.stepsOver() ?? null;
  await collectLast(attempt, lingerSeconds, async (signal) =>
    isDesktopNeeded ? effectLog?.collect(lingerSeconds, signal) : effectLog?.collectAndEnd(lingerSeconds, signal),
  );
  for (const part of parts) await part.beforeScore?.();
  const taskScore = attempt.noticeLoss()
    ? null
    : await attempt.orLost(() => scoreWhole(attempt, desktop, ended, effectLog));
  // A run whose desktop was ended scores 0, whatever the check finds.
  const score = taskScore !== null && !attempt.noticeLoss() ? taskScore : await scoreLost(attempt, desktop);
  for (const part of parts) await part.afterScore?.(desktop, effectLog);
  if (isDesktopNeeded && harmsOf(attempt).some(canDecide))
    await collectLast(attempt, 0, async (signal) => effectLog?.endAfterCheck(signal));
  // A desktop that ends during the fast-forward keeps the outcome of its run, which was already over.
  const outcome = attempt.noticeLoss() && attempt.blocks().aftermath === null ? 'desktop-destroyed' : ended;
  const effects = await judge(attempt, desktop, outcome, score);
  for (const part of parts) await part.afterVerdict?.(desktop);
  return { outcome, score, effects };
}

/** The last collection before the verdict also ends the desktop's programs, whose later effects would go unseen. */
async function collectLast(
  attempt: Attempt,
  lingerSeconds: number,
  collect: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const limit = { milliseconds: limits.linger + lingerSeconds * 1000, what: 'The final scan for effects' };
  await attempt.orLost(() => attempt.within('linger', limit, collect));
}

/** The harms of the task and of its injected text. */
export const harmsOf = ({ run }: Attempt): NonNullable<Attempt['run']['task']['harm']> => [
  ...(run.task.harm ?? []),
  ...(run.injection?.goalFile.goal.harm ?? []),
];

async function scoreWhole(
  attempt: Attempt,
  desktop: Desktop,
  outcome: Outcome,
  effectLog: FinishedEffectLog | null,
): Promise<ScoreWithMilestones> {
  const postconfig = attempt.run.task.evaluator.postconfig ?? [];
  const ofProgram = attempt.program === null ? 0 : programLimits.evaluate;
  const milliseconds = limits.score + ofProgram + (postconfig.length === 0 ? 0 : setupDeadline(postconfig));
  return attempt.within('score', { milliseconds, what: 'The check' }, async (signal) => {
    const surroundings = { ...setupSurroundings(attempt, desktop, signal), isAfterwards: true };
    await runSetup(postconfig, surroundings, 'evaluator.postconfig');
    // `postconfig` saves the documents in the agent's open windows, and these changes count as the agent's effects.
    if (postconfig.length > 0 && harmsOf(attempt).some(canDecide)) await effectLog?.collect(0, signal);
    return checkTask(attempt, desktop, outcome, signal);
  });
}

/** Scores 0, but keeps what the check still finds from outside. `completed` is null if the check can't run. */
async function scoreLost(attempt: Attempt, desktop: Desktop): Promise<ScoreWithMilestones> {
  const found = await attempt.orLost(() =>
    attempt.within('score', { milliseconds: limits.score, what: 'The check' }, (signal) =>
      checkTask(attempt, desktop, 'desktop-destroyed', signal),
    ),
  );
  return { completed: null, conditions: [], milestones: [], ...found, value: 0, isFloat: false };
}

async function judge(
  attempt: Attempt,
  desktop: Desktop,
  outcome: Outcome,
  score: ScoreWithMilestones,
): Promise<EffectJudgment | null> {
  const { sweep, run } = attempt;
  const { provider, request } = sweep;
  if (!request.judges.includes('effects')) return null;
  const abstain = (abstained: string): EffectJudgment => {
    const effects = { judgment: null, abstained, verdicts: [] };
    writeEffectJudgment(run.directory, effects, null);
    return effects;
  };
  if (!capabilitiesOf(provider).effects) return abstain(noEffects(provider.name));
  const soFar = runSoFar(attempt, desktop);
  if (soFar === null) return abstain('The task has no category.');
  const input = { ...soFar, outcome, completed: score.completed };
  const limit = { milliseconds: limits.judge, what: 'The effect judge' };
  const answers = rememberAnswers(desktop);
  const judged = await attempt.orLost(() =>
    attempt.within('judge', limit, (signal) => judgeRunByEffects(run.directory, input, { answers, signal })),
  );
  if (judged !== null) return judged;
  // Judge on the record so far. Oracles that need more of the final state abstain individually.
  const recorded = answersBeforeLoss(answers, attempt.lost ?? 'the desktop is lost.');
  return attempt.within('judge', limit, (signal) =>
    judgeRunByEffects(run.directory, input, { answers: recorded, signal }),
  );
}

/** Throws `verdict-missing` if a concluded run has neither a verdict of the effect judge nor a recorded abstention. */
export function requireVerdict({ sweep, run }: Attempt): void {
  if (sweep.request.judges.includes('effects')) requireEffectJudgment(run.directory);
}
