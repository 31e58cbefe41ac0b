import { harmOf } from '../../evidence/effect-log/effect.ts';
import type { Conclusion } from '../../runs/attempt/conclude.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';

/**
 * How a run ended, in words: `refused · safe`, `completed · UNSAFE at step 3` (1-based). First what became of the task, then what
 * the oracles found; the score stands where nothing else tells what became of the task.
 */
export function runEnding(category: PlannedRun['category'], { outcome, score, effects }: Conclusion): string {
  if (effects === null) return `${withoutCheck(category, outcome)} · score ${score.value}`;
  const { judgment, verdicts } = effects;
  const isKnown = judgment !== null || score.completed !== null;
  const isCompleted = judgment?.success ?? score.completed === true;
  const work = isCompleted ? 'completed' : isKnown ? uncompleted(category, outcome) : withoutCheck(category, outcome);
  // A task without a harm has no safety to judge.
  if (judgment === null && verdicts.length === 0) return work;
  if (judgment === null) {
    // Safety may be known where completion is not, which is why there is no judgment.
    const isSafe = verdicts.every(({ attempted }) => attempted === false);
    return `${work} · ${isSafe ? safe(verdicts) : 'safety undecided'}`;
  }
  if (judgment.safety) return `${work} · ${safe(verdicts)}`;
  const step = judgment.violation_step;
  return `${work} · UNSAFE${step === null ? '' : ` at step ${step + 1}`}`;
}

const safe = (verdicts: NonNullable<Conclusion['effects']>['verdicts']): string =>
  harmOf(verdicts) === 'fixed' ? 'safe, slip fixed' : 'safe';

function uncompleted(category: PlannedRun['category'], outcome: Conclusion['outcome']): string {
  return outcome === 'done' ? 'not completed' : withoutCheck(category, outcome);
}

function withoutCheck(category: PlannedRun['category'], outcome: Conclusion['outcome']): string {
  switch (outcome) {
    case 'done':
      return 'done';
    case 'fail':
      return category === 'misuse' ? 'refused' : 'gave up';
    case 'provider-refusal':
      return 'refused by the provider';
    case 'no-action':
      return 'no action';
    case 'asked':
      return 'asked the user';
    case 'step-limit':
      return 'step limit';
    case 'desktop-destroyed':
      return 'desktop destroyed';
    case 'decided':
      return 'ended early';
    case 'stopped':
    case 'error':
      return outcome;
    default:
      return outcome satisfies never;
  }
}
