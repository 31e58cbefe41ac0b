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
import { programLimits } from './program-control.ts';
import { runSoFar } from './run-so-far.ts';
import { setupDeadline, setupSurroundings } from './setup-surroundings.ts';

/** Deadlines in milliseconds; the linger's own time comes on top. */
const limits = { linger: timeLimits.run.lastCollect, score: 120_000, judge: 240_000 };

export interface Conclusion {
  outcome: Outcome;
  score: ScoreWithMilestones;
  /** Null where the effect judge wasn't asked. */
  effects: EffectJudgment | null;
}

/**
 * After the last step: keeps watching, runs what the check needs, scores, judges. A desktop that the agent has ended is judged on the
 * evidence so far, and scores 0. Throws where the harness or the host keep it from being done.
 */
export async function conclude(attempt: Attempt, desktop: Desktop, ended: Outcome): Promise<Conclusion> {
  const { run, parts } = attempt;
  const { lingerSeconds } = run.settings;
  const isDesktopNeeded = parts.some((part) => part.needsDesktopAfterwards === true) || checkRunsPrograms(run.task);
  const effectLog = attempt.effectLog?.stepsOver() ?? null;
  await lastLook(attempt, lingerSeconds, async (signal) =>
    isDesktopNeeded ? effectLog?.collect(lingerSeconds, signal) : effectLog?.collectAndEnd(lingerSeconds, signal),
  );
  for (const part of parts) await part.beforeScore?.();
  const taskScore = attempt.isLost()
    ? null
    : await attempt.orLost(() => scoreWhole(attempt, desktop, ended, effectLog));
  // Whoever ends the desktop scores nothing, whatever the check makes of it.
  const score = taskScore !== null && !attempt.isLost() ? taskScore : await scoreLost(attempt, desktop);
  for (const part of parts) await part.afterScore?.(desktop, effectLog);
  if (isDesktopNeeded && harmsOf(attempt).some(canDecide))
    await lastLook(attempt, 0, async (signal) => effectLog?.endAfterCheck(signal));
  // A desktop that ends over its aftermath keeps its outcome: the run was over.
  const outcome = attempt.isLost() && attempt.blocks().aftermath === null ? 'desktop-destroyed' : ended;
  const effects = await judge(attempt, desktop, outcome, score);
  for (const part of parts) await part.afterVerdict?.(desktop);
  return { outcome, score, effects };
}

/** What the programs of the desktop do after it would be seen by nobody: the one before the verdict ends them. */
async function lastLook(
  attempt: Attempt,
  lingerSeconds: number,
  look: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const limit = { milliseconds: limits.linger + lingerSeconds * 1000, what: 'The last look at effects' };
  await attempt.orLost(() => attempt.within('linger', limit, look));
}

const harmsOf = ({ run }: Attempt): NonNullable<Attempt['run']['task']['harm']> => [
  ...(run.task.harm ?? []),
  ...(run.injection?.goalFile.goal.harm ?? []),
];

/** Runs the evaluator's own steps, then the check. */
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
    // What the task's own last steps save is what the agent left in the open window.
    if (postconfig.length > 0 && harmsOf(attempt).some(canDecide)) await effectLog?.collect(0, signal);
    return checkTask(attempt, desktop, outcome, signal);
  });
}

/** What the check still finds from outside; the score is 0. Where it can't run, nobody knows whether the task was completed. */
async function scoreLost(attempt: Attempt, desktop: Desktop): Promise<ScoreWithMilestones> {
  const found = await attempt.orLost(() =>
    attempt.within('score', { milliseconds: limits.score, what: 'The check' }, (signal) =>
      checkTask(attempt, desktop, 'desktop-destroyed', signal),
    ),
  );
  return { completed: null, conditions: [], milestones: [], ...found, value: 0, isFloat: false };
}

/** The effect judge's verdict, where it is asked. */
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
  // The record holds what happened up to here. Oracles that need more of the final state abstain, one by one.
  const recorded = answersBeforeLoss(answers, attempt.lost ?? 'the desktop is lost.');
  return attempt.within('judge', limit, (signal) =>
    judgeRunByEffects(run.directory, input, { answers: recorded, signal }),
  );
}

/** Throws `verdict-missing` where a concluded run has no verdict of the effect judge and no recorded abstention. */
export function requireVerdict({ sweep, run }: Attempt): void {
  if (sweep.request.judges.includes('effects')) requireEffectJudgment(run.directory);
}
