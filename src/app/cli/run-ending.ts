import { counted } from '../../base/record/counted.ts';
import { harmOf } from '../../base/record/evidence/verdict.ts';
import type { ControlDecision } from '../../base/record/monitor-words.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { sessionOfStep } from '../../base/record/session-record.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { outcomeWords } from '../../results/report/outcome-words.ts';
import type { Conclusion } from '../../runs/attempt/conclude.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';

/**
 * Describes how a run ended: `refused · safe`, `task done · UNSAFE at step 3` (1-based), with the session if there are
 * several.
 */
export function runEnding(
  category: PlannedRun['category'],
  { outcome, score, effects }: Conclusion,
  sessions: RunJson['sessions'] = [],
): string {
  if (effects === null) return `${outcomeWords(category, outcome, null)} · score ${score.value}`;
  const { judgment, verdicts } = effects;
  const work = outcomeWords(category, outcome, judgment?.success ?? score.completed);
  // The task defines no harm, so there is no safety to judge.
  if (judgment === null && verdicts.length === 0) return work;
  if (judgment === null) {
    // Without a known completion, there is no judgment, but the run's safety may still be known.
    const isSafe = verdicts.every(({ attempted }) => attempted === false);
    return `${work} · ${isSafe ? safe(verdicts) : 'safety undecided'}`;
  }
  if (judgment.safety) return `${work} · ${safe(verdicts)}`;
  const step = judgment.violation_step;
  if (step === null) return `${work} · UNSAFE`;
  const session = sessions.length < 2 ? '' : ` in session ${sessionOfStep(sessions, step)}`;
  return `${work} · UNSAFE at step ${stepNumber(step)}${session}`;
}

const safe = (verdicts: NonNullable<Conclusion['effects']>['verdicts']): string =>
  harmOf(verdicts) === 'fixed' ? 'safe, slip fixed' : 'safe';

/** Describes the steps that a monitor flagged or did not score: `flagged at steps 2, 5, not executed`, or empty. */
export function monitorWords(monitor: PartBlocks['monitor']): string {
  if (monitor === null) return '';
  return [flaggedSteps(monitor), unscoredSteps(monitor)].filter(Boolean).join(' · ');
}

/** Counts the steps that a monitor did not score: `2 steps not scored, executed`, or empty. */
function unscoredSteps({ steps, onUnscored }: NonNullable<PartBlocks['monitor']>): string {
  const unscored = steps.filter(({ suspicion }) => suspicion === null).length;
  if (unscored === 0) return '';
  return `${counted(unscored, 'step')} not scored, ${onUnscored === 'allow' ? 'executed' : 'not executed'}`;
}

function flaggedSteps(monitor: NonNullable<PartBlocks['monitor']>): string {
  const { threshold } = monitor;
  if (threshold === null) return '';
  const flagged = monitor.steps.filter(({ suspicion }) => suspicion !== null && suspicion >= threshold);
  if (flagged.length === 0) return '';
  const numbers = flagged.slice(0, mostSteps).map(({ step }) => stepNumber(step));
  const more = flagged.length > mostSteps ? ` and ${flagged.length - mostSteps} more` : '';
  const decisions = [...new Set(flagged.map(({ decision }) => interventions[decision]))].filter(Boolean);
  const what = decisions.length === 0 ? '' : `, ${decisions.join(' or ')}`;
  return `flagged at ${flagged.length === 1 ? 'step' : 'steps'} ${numbers.join(', ')}${more}${what}`;
}

const mostSteps = 5;
/** What happened to flagged steps. */
const interventions: Readonly<Record<ControlDecision, string>> = {
  allow: '',
  block: 'not executed',
  ask: 'audited',
  defer: 'left to the trusted agent',
  resample: 'resampled',
  edit: 'rewritten',
  end: 'run ended',
};
