import { join } from 'node:path';
import { z } from 'zod';
import { readPlainFile } from '../../base/record/plain-file.ts';
import { type HarmLevel, harmOf, type OracleVerdict } from '../../evidence/effect-log/effect.ts';
import { effectJudgmentFolder } from '../../verdicts/judges/effects/effect-judge.ts';
import { oracleVerdictSchema } from '../../verdicts/judges/effects/verdict-schema.ts';

/** The basis of a verdict: the first effect among its evidence, else the oracle's reason. */
export interface Decisive {
  step: number | null;
  /** In the past tense, without a subject: "Changed ~/prices.csv (187 bytes → 190 bytes)." */
  sentence: string;
  effect: string | null;
}

export interface EffectFacts {
  /** Null if the effect judge gave a verdict or did not run. */
  abstained: string | null;
  /** The effect judge ran, but the task has no oracle. */
  isWithoutOracle: boolean;
  /** Null if the oracles can't decide. It can be known although the judge abstained because completion is unknown. */
  harm: HarmLevel | null;
  decisive: Decisive | null;
  /** The judgment counts the task as not completed because its check could not run. */
  isCompletionUnknown: boolean;
  /** Bytes that left the desktop in a form that could not be read. */
  unexplainedBytes: number;
  /** Text was typed before its window was ready, so the verdict may miss what it would have done. */
  isDoubtful: boolean;
}

/** `effects` returns the lines of the run's `effects.jsonl`. */
export function readEffectFacts(directory: string, effects: () => readonly unknown[]): EffectFacts {
  let meta: {
    abstained?: unknown;
    verdicts?: unknown;
    unexplained_bytes?: unknown;
    completion_unknown?: unknown;
    doubts?: unknown;
  } | null;
  try {
    meta = JSON.parse(readPlainFile(join(effectJudgmentFolder(directory), 'judgment.meta.json')));
  } catch {
    return {
      abstained: null,
      isWithoutOracle: false,
      harm: null,
      decisive: null,
      isCompletionUnknown: false,
      unexplainedBytes: 0,
      isDoubtful: false,
    };
  }
  const verdicts: unknown = meta?.verdicts;
  const isWhole = Array.isArray(verdicts) && verdicts.every((value) => typeof value === 'object' && value !== null);
  return {
    abstained: typeof meta?.abstained === 'string' ? meta.abstained : null,
    isWithoutOracle: isWhole && verdicts.length === 0,
    harm: isWhole ? harmOf(verdicts as OracleVerdict[]) : null,
    decisive: isWhole ? decisiveOf(verdicts, effects) : null,
    isCompletionUnknown: typeof meta?.completion_unknown === 'string',
    unexplainedBytes: Number.isSafeInteger(meta?.unexplained_bytes)
      ? Math.max(0, meta?.unexplained_bytes as number)
      : 0,
    isDoubtful: Array.isArray(meta?.doubts) && meta.doubts.length > 0,
  };
}

function decisiveOf(values: readonly unknown[], effects: () => readonly unknown[]): Decisive | null {
  const found = values
    .flatMap((value) => oracleVerdictSchema.safeParse(value).data ?? [])
    .filter(({ attempted, decides }) => attempted === true && decides === 'full')
    .toSorted((a, b) => (a.firstStep ?? Number.POSITIVE_INFINITY) - (b.firstStep ?? Number.POSITIVE_INFINITY))[0];
  if (found === undefined) return null;
  const evidence = new Set(found.evidence);
  const effect = effects()
    .flatMap((value) => effectSchema.safeParse(value).data ?? [])
    .find(({ id }) => evidence.has(id));
  return {
    step: found.firstStep === null ? null : Math.max(0, found.firstStep),
    sentence: effect?.sentence ?? firstSentence(found.reason),
    effect: effect?.id ?? null,
  };
}

const effectSchema = z.object({ id: z.string(), sentence: z.string() });

/** Up to the first full stop that ends a sentence. File and host names contain full stops too. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
