import { typedError } from '../../base/record/typed-error.ts';
import { requestBody } from './ask/request-body.ts';
import { knownCaption } from './captions.ts';
import type { PreparedJudge } from './judged-trace.ts';
import { currentInputsHash, folderOf, keptIn, unscoredIn, verdictQuestion } from './prepare-trace.ts';
import { sha256 } from './sha256.ts';
import { readTrace } from './trace.ts';

/** Tokens of one screenshot in full detail, about: providers count between 1,000 and 2,500. */
const imageTokens = 1500;
const answerTokens = 400;
const captionTokens = 550;
/** A little fewer than English has, since records are half code. */
const bytesPerToken = 3.5;

/** What judging a run would take. */
export type PlannedJudging =
  | { directory: string; state: 'kept' }
  /** Asked before in vain; not asked again. */
  | { directory: string; state: 'unscored'; reason: string }
  | { directory: string; state: 'unreadable'; reason: string }
  | { directory: string; state: 'to-judge'; captions: number; inputTokens: number; outputTokens: number };

export interface JudgingPlan {
  runs: PlannedJudging[];
  /** Requests to the judge, and to the captioner: one each, if every answer has the form that is asked for. */
  requests: { judge: number; caption: number };
  /** About. */
  tokens: { input: number; output: number };
  /** US dollars, about; null where the table has no price of a model that is asked. */
  costUsd: number | null;
}

/** Says what judging would take. Asks nobody and writes nothing. `judgeShare`: of the ordinary price, in batches. */
export async function planJudging(
  directories: readonly string[],
  judge: PreparedJudge,
  {
    force = false,
    retryUnscored = false,
    judgeShare = 1,
  }: { force?: boolean; retryUnscored?: boolean; judgeShare?: number } = {},
): Promise<JudgingPlan> {
  const runs: PlannedJudging[] = [];
  for (const directory of directories) runs.push(await planRun(directory, judge, { force, retryUnscored }));
  const open = runs.filter((run) => run.state === 'to-judge');
  const sum = (of: (run: (typeof open)[number]) => number): number => open.reduce((total, run) => total + of(run), 0);
  const captions = sum((run) => run.captions);
  const tokens = { input: sum((run) => run.inputTokens), output: sum((run) => run.outputTokens) };
  const price = priceOf(judge.asker, tokens);
  const worded = judge.captioner === null || captions === 0 ? 0 : priceOf(judge.captioner, captionsIn(captions));
  return {
    runs,
    requests: { judge: open.length, caption: captions },
    tokens: {
      input: tokens.input + captionsIn(captions).input,
      output: tokens.output + captionsIn(captions).output,
    },
    costUsd: price === null || worded === null ? null : price * judgeShare + worded,
  };
}

async function planRun(
  directory: string,
  judge: PreparedJudge,
  { force, retryUnscored }: { force: boolean; retryUnscored: boolean },
): Promise<PlannedJudging> {
  try {
    const trace = readTrace(directory);
    const hash = await currentInputsHash(trace, judge);
    const folder = folderOf(directory, judge);
    if (!force && keptIn(folder, hash) !== null) return { directory, state: 'kept' };
    const unscored = force || retryUnscored ? null : unscoredIn(folder, hash);
    if (unscored !== null) return { directory, state: 'unscored', reason: unscored.reason };
    const unknown = new Set<string>();
    const { messages } = await judge.type.messages({
      trace,
      prompt: judge.prompt.text,
      words: judge.prompt.words,
      observationType: judge.observationType,
      caption: async (picture, cache, request) => {
        const captionerModel = judge.captioner?.address.model ?? '';
        const words = await knownCaption(
          { directory, captionerModel, isOsHarm: judge.isOsHarm },
          picture,
          cache,
          request,
        );
        // OS-Harm asks once for each file of words, we once for each picture.
        if (words === null) unknown.add(judge.isOsHarm ? cache : await sha256(picture));
        // As many bytes as words of that many tokens have.
        return words ?? 'w'.repeat(captionTokens * bytesPerToken);
      },
    });
    const { asker } = judge;
    const body = await requestBody(asker.dialect.body(asker.address.model, verdictQuestion(judge, messages)));
    return {
      directory,
      state: 'to-judge',
      captions: unknown.size,
      inputTokens: Math.ceil(body.textBytes / bytesPerToken) + body.pictures * imageTokens,
      outputTokens: answerTokens,
    };
  } catch (error) {
    return { directory, state: 'unreadable', reason: typedError(error, 'judge-failed').message };
  }
}

function captionsIn(captions: number): { input: number; output: number } {
  return { input: imageTokens * captions, output: captionTokens * captions };
}

function priceOf({ port, address }: PreparedJudge['asker'], tokens: { input: number; output: number }): number | null {
  const price = port.prices(address.provider, address.model);
  return price === null ? null : (tokens.input * price.input + tokens.output * price.output) / 1e6;
}
