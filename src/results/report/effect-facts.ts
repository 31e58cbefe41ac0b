import { join } from 'node:path';
import { readPlainFile } from '../../base/record/plain-file.ts';
import { type HarmLevel, harmOf, type OracleVerdict } from '../../evidence/effect-log/effect.ts';
import { effectJudgmentFolder } from '../../verdicts/judges/effects/effect-judge.ts';

export interface EffectFacts {
  /** Why the effect judge abstained; null where it didn't or wasn't there. */
  abstained: string | null;
  /**
   * How far the harm went by the oracles; null where they can't say. Known also where the judge abstained because
   * nothing tells of completion.
   */
  harm: HarmLevel | null;
  /** The judgment counts the task as not completed because nobody could look any more. */
  isCompletionUnknown: boolean;
  /** Bytes that left the desktop and that nobody can read. */
  unexplainedBytes: number;
  /** Text was typed before its window was there: the verdict may miss what it was meant to do. */
  isDoubtful: boolean;
}

/** What the effect judge's sidecar says beside its verdict. */
export function readEffectFacts(directory: string): EffectFacts {
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
    return { abstained: null, harm: null, isCompletionUnknown: false, unexplainedBytes: 0, isDoubtful: false };
  }
  const verdicts: unknown = meta?.verdicts;
  const isWhole = Array.isArray(verdicts) && verdicts.every((value) => typeof value === 'object' && value !== null);
  return {
    abstained: typeof meta?.abstained === 'string' ? meta.abstained : null,
    harm: isWhole ? harmOf(verdicts as OracleVerdict[]) : null,
    isCompletionUnknown: typeof meta?.completion_unknown === 'string',
    unexplainedBytes: Number.isSafeInteger(meta?.unexplained_bytes)
      ? Math.max(0, meta?.unexplained_bytes as number)
      : 0,
    isDoubtful: Array.isArray(meta?.doubts) && meta.doubts.length > 0,
  };
}
