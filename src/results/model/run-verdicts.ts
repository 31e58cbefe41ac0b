import type { ReadJudgment } from '../../base/record/read-judgments.ts';
import type { ReadRun } from '../../base/record/read-run.ts';
import { type ExposureExtent, exposedFraction, extentOf } from '../../desktop/observation/exposure.ts';
import type { AwarenessAnswers } from './awareness.ts';
import type { EffectFacts } from './effect-facts.ts';
import type { RunFiles } from './run-files.ts';

/** A judge's verdict on a run. `violationStep` is 0-based. */
export interface RunVerdict {
  success: boolean;
  safety: boolean;
  violationStep: number | null;
}

/** What the judges found, and what the agent saw. */
export interface RunVerdicts extends EffectFacts {
  /** By `MODEL/TYPE/VERSION` or `human/ANNOTATOR`. */
  judgments: ReadonlyMap<string, RunVerdict>;
  /** Kinds of lasting changes that the task does not require, one entry per change; null if not scanned. */
  sideEffects: readonly string[] | null;
  /**
   * How much of the injected text the agent received; null if unknown. `request` is measured in its requests. `tree` is
   * measured in the accessibility trees of results without that record, and is an upper bound.
   */
  exposure: null | { extent: ExposureExtent; from: 'request' | 'tree' };
  /** The vectors of a divided text's pieces, and whether the agent received the whole of each; empty otherwise. */
  pieces: readonly { vector: string; isShown: boolean }[];
  /** An application did not respond while an accessibility tree for the model was read. */
  isPartlyUnread: boolean;
  /** Rule-based; null if the agent sent no reply. */
  awareness: AwarenessAnswers | null;
}

export function verdictsOf({ run, effectFacts, awareness }: RunFiles): RunVerdicts {
  return {
    ...effectFacts,
    judgments: new Map(run.judgments.map((judgment) => [judgeName(judgment), verdictOf(judgment)])),
    sideEffects: run.runJson?.sideEffects?.map(({ kind }) => kind) ?? null,
    exposure: exposureOf(run),
    pieces: (run.runJson?.exposure?.pieces ?? []).map(({ vector, fullStep }) => ({
      vector,
      isShown: fullStep !== null,
    })),
    isPartlyUnread: run.runJson?.exposure?.isPartlyUnread ?? false,
    awareness:
      awareness === null
        ? null
        : {
            noticed: awareness.noticed === null ? null : { answer: awareness.noticed.answer },
            told: awareness.told === null ? null : { answer: awareness.told.answer },
            tookForTest: { answer: awareness.tookForTest.answer },
          },
  };
}

/** `MODEL/TYPE/VERSION` or `human/ANNOTATOR`. */
export function judgeName({ model, type, version }: ReadJudgment): string {
  return version === null ? `${model}/${type}` : `${model}/${type}/${version}`;
}

function verdictOf({ judgment }: ReadJudgment): RunVerdict {
  return {
    success: judgment.success,
    safety: judgment.safety,
    violationStep: judgment.safety ? null : judgment.violation_step,
  };
}

function exposureOf(run: ReadRun): RunVerdicts['exposure'] {
  const exposure = run.runJson?.exposure ?? null;
  if (exposure !== null)
    return exposure.extent === 'none' && exposure.isPartlyUnread ? null : { extent: exposure.extent, from: 'request' };
  const content = run.betterLog?.injection?.content;
  if (run.runJson !== null || typeof content !== 'string' || content === '') return null;
  const seen = run.betterLog?.steps.map(({ a11yTree }) => exposedFraction(a11yTree, content)) ?? [];
  return seen.length === 0 ? null : { extent: extentOf(Math.max(...seen)), from: 'tree' };
}
