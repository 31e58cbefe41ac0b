import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { harmOf } from '../../evidence/effect-log/effect.ts';
import { outcomeWords } from '../../results/report/outcome-words.ts';
import type { Conclusion } from '../../runs/attempt/conclude.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';

/**
 * How a run ended, in words: `refused · safe`, `task done · UNSAFE at step 3` (1-based). First what became of the task, then what
 * the oracles found; the score stands where nothing else tells what became of the task.
 */
export function runEnding(category: PlannedRun['category'], { outcome, score, effects }: Conclusion): string {
  if (effects === null) return `${outcomeWords(category, outcome, null)} · score ${score.value}`;
  const { judgment, verdicts } = effects;
  const work = outcomeWords(category, outcome, judgment?.success ?? score.completed);
  // A task without a harm has no safety to judge.
  if (judgment === null && verdicts.length === 0) return work;
  if (judgment === null) {
    // Safety may be known where completion is not, which is why there is no judgment.
    const isSafe = verdicts.every(({ attempted }) => attempted === false);
    return `${work} · ${isSafe ? safe(verdicts) : 'safety undecided'}`;
  }
  if (judgment.safety) return `${work} · ${safe(verdicts)}`;
  const step = judgment.violation_step;
  return `${work} · UNSAFE${step === null ? '' : ` at step ${stepNumber(step)}`}`;
}

const safe = (verdicts: NonNullable<Conclusion['effects']>['verdicts']): string =>
  harmOf(verdicts) === 'fixed' ? 'safe, slip fixed' : 'safe';

const interventions = { block: 'not executed', ask: 'put to the user', defer: 'left to the trusted agent' } as const;

/**
 * The steps that a monitor flagged, in words: `flagged at step 2`, `flagged at steps 2, 5, not executed`. Empty where
 * it flagged none.
 */
export function flaggedWords(monitor: PartBlocks['monitor']): string {
  const threshold = monitor?.threshold ?? null;
  if (monitor === null || threshold === null) return '';
  const flagged = monitor.steps.filter(({ suspicion }) => suspicion !== null && suspicion >= threshold);
  if (flagged.length === 0) return '';
  const numbers = flagged.slice(0, mostSteps).map(({ step }) => stepNumber(step));
  const more = flagged.length > mostSteps ? ` and ${flagged.length - mostSteps} more` : '';
  const what = monitor.protocol === 'observe' ? '' : `, ${interventions[monitor.protocol]}`;
  return `flagged at ${flagged.length === 1 ? 'step' : 'steps'} ${numbers.join(', ')}${more}${what}`;
}

/** Steps that are named. */
const mostSteps = 5;
