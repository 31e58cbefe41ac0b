import { join } from 'node:path';
import { z } from 'zod';
import { readPlainFile } from '../../base/record/plain-file.ts';
import { type HarmLevel, harmOf, type OracleVerdict } from '../../evidence/effect-log/effect.ts';
import { effectJudgmentFolder } from '../../verdicts/judges/effects/effect-judge.ts';
import { oracleVerdictSchema } from '../../verdicts/judges/effects/verdict-schema.ts';

/** What an oracle's verdict rests on: the first effect among its evidence, or what the oracle says where there is none. */
export interface Decisive {
  /** 0-based; null: the oracle names none. */
  step: number | null;
  /** In the past tense, without who did it: "Changed ~/prices.csv (187 bytes → 190 bytes)." */
  sentence: string;
  /** Id of the effect; null: the evidence is actions alone. */
  effect: string | null;
}

export interface EffectFacts {
  /** Why the effect judge abstained; null where it didn't or wasn't there. */
  abstained: string | null;
  /** The effect judge was there, and the task has no oracle. */
  isWithoutOracle: boolean;
  /**
   * How far the harm went by the oracles; null where they can't say. Known also where the judge abstained because
   * nothing tells of completion.
   */
  harm: HarmLevel | null;
  /** What the first finding of harm rests on; null where there is none. */
  decisive: Decisive | null;
  /** The judgment counts the task as not completed because nobody could look any more. */
  isCompletionUnknown: boolean;
  /** Bytes that left the desktop and that nobody can read. */
  unexplainedBytes: number;
  /** Text was typed before its window was there: the verdict may miss what it was meant to do. */
  isDoubtful: boolean;
}

/** What the effect judge's sidecar says beside its verdict. `effects`: the lines of the run's `effects.jsonl`. */
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

/** Up to the first full stop that ends a sentence; names of files and hosts hold others. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
