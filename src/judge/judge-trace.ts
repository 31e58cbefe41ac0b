import { concludeTrace } from './conclude-trace.ts';
import type { JudgedTrace, JudgeOptions, SeatedJudge } from './judged-trace.ts';
import { addSpent, prepareTrace } from './prepare-trace.ts';

export type { JudgedTrace, SeatedJudge } from './judged-trace.ts';

/** Answers of a wrong form in a row after which a run stays unscored. */
export const triesAtForm = 2;

/**
 * Judges one result directory and writes `messages.json`, `judgment.json` (OS-Harm's four fields) and `judgment.meta.json` beside it. Throws OsharmError
 * where the run can't be read or the model can't be asked; nothing that was there before is lost then.
 */
export async function judgeTrace(
  directory: string,
  judge: SeatedJudge,
  options: JudgeOptions = {},
): Promise<JudgedTrace> {
  const started = performance.now();
  const prepared = await prepareTrace(directory, judge, options);
  if ('state' in prepared) return prepared;
  const { trace, draft, question, context } = prepared;
  for (let attempt = 1; ; attempt += 1) {
    const asked = await judge.asker.ask(question, { ...context, role: 'judge' });
    addSpent(draft.spent, 'judge', asked);
    const concluded = concludeTrace(trace, judge, asked, {
      draft: { ...draft, tries: prepared.tries(), durationMs: Math.round(performance.now() - started) },
      isLast: attempt >= triesAtForm,
    });
    if (concluded !== null) return concluded;
  }
}
