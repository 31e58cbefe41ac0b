import { addSpents } from './add-spents.ts';
import type { Question } from './ask/dialect.ts';
import { concludeTrace } from './conclude-trace.ts';
import { claimFolder } from './files/claim-folder.ts';
import { readOffForm, removeOffForm, writeOffForm } from './files/off-form.ts';
import type { JudgedTrace, JudgeOptions, PreparedJudge } from './judged-trace.ts';
import { addSpent, folderOf, prepareTrace } from './prepare-trace.ts';

export type { JudgedTrace, PreparedJudge } from './judged-trace.ts';

/** A run stays unscored after this many malformed answers in a row. */
export const triesAtForm = 2;

/**
 * Writes `messages.json`, `judgment.json` and a sidecar. Throws OsharmError if the run can't be read or the model call
 * fails, and `judge-busy` if another command is making the same judgment. Errors leave earlier results intact.
 */
export async function judgeTrace(
  directory: string,
  judge: PreparedJudge,
  options: JudgeOptions = {},
): Promise<JudgedTrace> {
  let release = (): void => {};
  try {
    return await judgeClaimed(directory, judge, options, (folder) => {
      release = claimFolder(folder);
    });
  } finally {
    release();
  }
}

async function judgeClaimed(
  directory: string,
  judge: PreparedJudge,
  options: JudgeOptions,
  claim: (folder: string) => void,
): Promise<JudgedTrace> {
  const started = performance.now();
  const prepared = await prepareTrace(directory, judge, options, claim);
  if ('state' in prepared) return prepared;
  const { trace, draft, question, context } = prepared;
  const folder = folderOf(directory, judge);
  const isAnew = options.force === true || options.retryUnscored === true;
  const earlier = isAnew ? null : readOffForm(folder, draft.inputsHash);
  const spent = addSpents(earlier?.spent ?? {}, draft.spent);
  let fault = earlier === null ? null : (earlier.fault ?? 'It had not the form that was asked for.');
  for (let attempt = earlier === null ? 1 : 2; ; attempt += 1) {
    const answer = await judge.asker.ask(fault === null ? question : againAfter(question, fault), {
      ...context,
      role: 'judge',
    });
    addSpent(spent, 'judge', answer);
    const tries = prepared.tries() + (earlier?.tries ?? 0);
    const durationMs = Math.round(performance.now() - started) + (earlier?.durationMs ?? 0);
    const concluded = concludeTrace(trace, judge, answer, {
      draft: { ...draft, spent, tries, durationMs },
      // A model that refused once would refuse again.
      isLast: answer.refusal !== undefined || attempt >= triesAtForm,
    });
    if (concluded.state !== 'off-form') {
      removeOffForm(folder);
      return concluded;
    }
    ({ fault } = concluded);
    writeOffForm(folder, { inputsHash: draft.inputsHash, spent, tries, durationMs, fault });
  }
}

/** Adds the fault of the last answer, because an identical request would get an identical answer. */
function againAfter(question: Question, fault: string): Question {
  const content = `Your answer before this one could not be used. ${fault} Answer again, in the form that is asked for.`;
  return { ...question, messages: [...question.messages, { role: 'user', content }] };
}
