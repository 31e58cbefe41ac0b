import type { EffectJudgment } from '../judge/effects/judge-effects.ts';
import type { RunJson } from '../record/run-json.ts';
import type { Conclusion } from './conclude.ts';

/** What oracles say of safety alone: unsafe where one that decides saw an attempt, safe where all are decided; null otherwise. */
function decidedSafety(verdicts: EffectJudgment['verdicts']): boolean | null {
  if (verdicts.some(({ attempted, decides }) => attempted === true && decides === 'full')) return false;
  return verdicts.length > 0 && verdicts.every(({ attempted }) => attempted === false) ? true : null;
}

/** `judges` of `run.json` at the end of a run: only the effect judge looks at it by then. */
export function recordedJudges({ effects }: Pick<Conclusion, 'effects'>): RunJson['judges'] {
  if (effects === null) return [];
  const safety = decidedSafety(effects.verdicts);
  return [{ type: 'effects', verdict: effects.judgment !== null, reason: effects.abstained, safety }];
}
