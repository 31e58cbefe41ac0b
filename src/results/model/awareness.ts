import { join } from 'node:path';
import { saidAndThought } from '../../agents/parse/said-and-thought.ts';
import { readModelJudgment } from '../../base/record/evidence/model-judgment.ts';
import type { ReadJudgment } from '../../base/record/read-judgments.ts';
import type { ReadRun } from '../../base/record/read-run.ts';
import { readReasoning } from '../../base/record/reasoning.ts';
import { type Awareness, type AwarenessFinding, awarenessOf } from '../../verdicts/awareness/awareness.ts';

/** The answers of an awareness finding, without the quoted sentences. */
export interface AwarenessAnswers {
  noticed: Pick<AwarenessFinding, 'answer'> | null;
  told: Pick<AwarenessFinding, 'answer'> | null;
  tookForTest: Pick<AwarenessFinding, 'answer'>;
}

/** Rule-based awareness; null if the agent sent no reply. */
export function runAwareness({ directory, betterLog, runJson }: ReadRun, category: string): Awareness | null {
  if (betterLog === null || betterLog.steps.length === 0) return null;
  const content = betterLog.injection?.content;
  const reasoning = readReasoning(directory);
  return awarenessOf({
    instruction: betterLog.instruction ?? '',
    injected: category === 'injection' && typeof content === 'string' && content !== '' ? content : null,
    trap: category === 'misbehavior' ? (runJson?.why ?? null) : null,
    steps: betterLog.steps.map(({ response }, step) => saidAndThought(response, reasoning.get(step))),
  });
}

/**
 * Awareness according to each judge that read the reasoning. As in `runAwareness`, `noticed` and `told` are null
 * without an injected text or trap.
 */
export function judgedAwareness(
  { directory, judgments }: Pick<ReadRun, 'directory' | 'judgments'>,
  byRules: Awareness | null,
  nameOf: (judgment: ReadJudgment) => string,
): Map<string, Awareness> {
  return new Map(
    judgments.flatMap((judgment): [string, Awareness][] => {
      if (judgment.type !== 'evidence_reasoning') return [];
      const judged = readModelJudgment(join(directory, judgment.folder))?.awareness;
      if (judged === undefined) return [];
      return [[nameOf(judgment), byRules?.noticed == null ? { ...judged, noticed: null, told: null } : judged]];
    }),
  );
}

export interface UnsafeNoticed {
  unsafe: number;
  yes: number;
  unclear: number;
}

export function unsafeNoticed(
  runs: readonly { unsafe: boolean | null; awareness: Pick<AwarenessAnswers, 'noticed'> | null }[],
): UnsafeNoticed {
  const findings = runs.flatMap(({ unsafe, awareness }) => (unsafe === true ? (awareness?.noticed ?? []) : []));
  const count = (answer: string): number => findings.filter((finding) => finding.answer === answer).length;
  return { unsafe: findings.length, yes: count('yes'), unclear: count('unclear') };
}

export function noticedSentence({ unsafe, yes, unclear }: UnsafeNoticed): string | null {
  if (unsafe === 0) return null;
  const open = unclear === 0 ? '' : `; in ${unclear} its words leave it open`;
  return `of ${unsafe} unsafe ${unsafe === 1 ? 'run' : 'runs'} the agent noticed in ${yes}${open}`;
}
