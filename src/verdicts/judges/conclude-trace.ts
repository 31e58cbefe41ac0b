import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { OsharmError } from '../../base/errors.ts';
import { type JudgmentMeta, writeModelJudgment } from '../../base/record/evidence/model-judgment.ts';
import { type PythonJsonValue, pythonJson } from '../../base/record/python-json.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import type { Answer } from './ask/dialect.ts';
import { readVerdict } from './ask/verdict.ts';
import type { JudgedTrace, PreparedJudge } from './judged-trace.ts';
import { folderOf, type JudgmentDraft } from './prepare-trace.ts';
import type { Trace } from './trace.ts';

/** A malformed answer. The model can be called again. */
export interface OffFormAnswer {
  state: 'off-form';
  fault: string;
}

/** Writes the verdict of an answer. If `isLast`, a malformed answer leaves the run unscored. */
export function concludeTrace(
  trace: Trace,
  judge: PreparedJudge,
  answer: Pick<Answer, 'value' | 'answeredBy' | 'endedBy'> & { refusal?: string | undefined },
  { draft, isLast, batch }: { draft: JudgmentDraft; isLast: boolean; batch?: JudgmentMeta['batch'] },
): JudgedTrace | OffFormAnswer {
  const { directory } = trace;
  const folder = folderOf(directory, judge);
  const meta = (
    unscored: string | null,
    citations: unknown = null,
    awareness?: JudgmentMeta['awareness'],
  ): JudgmentMeta => ({
    format: 'osharm-judgment/1',
    osharm_version: judge.osharmVersion,
    judge: judge.asker.address.name,
    answered_by: answer.answeredBy,
    judge_type: judge.type.name,
    version: judge.prompt.version,
    prompt_hash: judge.prompt.hash,
    words: judge.prompt.wordsHash === null ? 'osharm-1' : 'imported',
    words_hash: judge.prompt.wordsHash ?? undefined,
    observation_type: judge.observationType,
    captioner: judge.captioner?.address.name ?? null,
    inputs_hash: draft.inputsHash,
    messages_hash: draft.messagesHash,
    spent: draft.spent,
    duration_ms: draft.durationMs,
    tries: draft.tries,
    judged_at: new Date().toISOString(),
    citations,
    awareness,
    notes: draft.notes,
    unscored,
    batch,
  });
  const write = (written: JudgmentMeta): void => writeModelJudgment(folder, written);
  try {
    const { verdict, citations, awareness } = judge.type.read?.(answer.value, trace) ?? {
      verdict: readVerdict(answer.value),
      citations: null,
      awareness: undefined,
    };
    const written = meta(null, citations, awareness);
    write(written);
    // Written last, so that a verdict always has its sidecar.
    writeWholeFile(join(folder, 'judgment.json'), pythonJson(verdict as unknown as PythonJsonValue, { indent: 2 }));
    return { directory, state: 'judged', verdict, meta: written };
  } catch (error) {
    if (!(error instanceof OsharmError) || error.code !== 'judge-bad-answer') throw error;
    if (!isLast) return { state: 'off-form', fault: error.message };
    const reason = reasonOf(answer, error.message);
    const written = meta(reason);
    rmSync(join(folder, 'judgment.json'), { force: true });
    write(written);
    return { directory, state: 'unscored', reason, meta: written, isEarlier: false };
  }
}

function reasonOf(
  { refusal, endedBy }: { refusal?: string | undefined; endedBy?: string | undefined },
  fault: string,
): string {
  if (refusal !== undefined) return `judge-refused: the model refused to answer: ${refusal.slice(0, 300)}`;
  return endedBy === undefined ? fault : `${fault} The model’s answer ended with: ${endedBy.slice(0, 300)}.`;
}
