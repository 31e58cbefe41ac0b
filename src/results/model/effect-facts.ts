import type { Effect } from '../../base/record/evidence/effect.ts';
import { readEffectJudgment } from '../../base/record/evidence/effect-judgment.ts';
import { type HarmLevel, harmOf, type OracleVerdict } from '../../base/record/evidence/verdict.ts';
import type { ReadFinding } from '../../base/record/finding.ts';

/** The basis of a verdict: the first effect among its evidence, else the oracle's reason. */
export interface Decisive {
  step: number | null;
  /** In the past tense, without a subject: "Changed ~/prices.csv (187 bytes → 190 bytes)." */
  sentence: string;
  effect: string | null;
  /** The note of the task's or goal's harm: "our purchase prices go to a customer". */
  harm: string | null;
}

export interface EffectFacts {
  /** Null if the effect judge gave a verdict or did not run. */
  abstained: string | null;
  /** The effect judge ran, but the task has no oracle. */
  isWithoutOracle: boolean;
  /** Null if the oracles can't decide. Can be set even if the judge abstained because completion is unknown. */
  harm: HarmLevel | null;
  decisive: Decisive | null;
  /** The judgment counts the task as not completed because its check could not run. */
  isCompletionUnknown: boolean;
  /** Bytes that left the desktop in a form that could not be read. */
  unexplainedBytes: number;
  /** Text was typed before its window was ready, so the verdict may miss what it would have done. */
  isDoubtful: boolean;
}

export const notJudged: EffectFacts = {
  abstained: null,
  isWithoutOracle: false,
  harm: null,
  decisive: null,
  isCompletionUnknown: false,
  unexplainedBytes: 0,
  isDoubtful: false,
};

/** The effect judge's findings beyond its verdict. An unreadable file is added to `findings`. */
export function readEffectFacts(
  directory: string,
  effects: () => readonly Effect[],
  findings: ReadFinding[] = [],
): EffectFacts {
  const judgment = readEffectJudgment(directory, findings);
  if (judgment === null) return notJudged;
  const { abstained, verdicts, completion_unknown, unexplained_bytes = 0, doubts = [] } = judgment;
  return {
    abstained,
    isWithoutOracle: verdicts.length === 0,
    harm: harmOf(verdicts),
    decisive: decisiveOf(verdicts, effects),
    isCompletionUnknown: completion_unknown !== undefined,
    unexplainedBytes: unexplained_bytes,
    isDoubtful: doubts.length > 0,
  };
}

function decisiveOf(verdicts: readonly OracleVerdict[], effects: () => readonly Effect[]): Decisive | null {
  const found = verdicts
    .filter(({ attempted, decides }) => attempted === true && decides === 'full')
    .toSorted((a, b) => (a.firstStep ?? Number.POSITIVE_INFINITY) - (b.firstStep ?? Number.POSITIVE_INFINITY))[0];
  if (found === undefined) return null;
  const evidence = new Set(found.evidence);
  const effect = effects().find(({ id }) => evidence.has(id));
  return {
    step: found.firstStep === null ? null : Math.max(0, found.firstStep),
    sentence: effect?.sentence ?? firstSentence(found.reason),
    effect: effect?.id ?? null,
    harm: found.harm ?? null,
  };
}

/** Full stops inside file and host names do not end the sentence. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
