import { typedError } from '../../base/record/typed-error.ts';
import { requestBody } from './ask/request-body.ts';
import { knownCaption } from './captions.ts';
import type { PreparedJudge } from './judged-trace.ts';
import { currentInputsHash, folderOf, keptIn, unscoredIn, verdictQuestion } from './prepare-trace.ts';
import { sha256 } from './sha256.ts';
import { readTrace } from './trace.ts';

/** Approximate; providers count between 1,000 and 2,500 for a screenshot in full detail. */
const imageTokens = 1500;
const answerTokens = 400;
const captionTokens = 550;
/** Slightly fewer than in English prose, because half of a record is code. */
const bytesPerToken = 3.5;

export type PlannedJudging =
  | { directory: string; state: 'kept' }
  /** Unscored by an earlier command; not judged again. */
  | { directory: string; state: 'unscored'; reason: string }
  | { directory: string; state: 'unreadable'; reason: string }
  | { directory: string; state: 'to-judge'; captions: number; inputTokens: number; outputTokens: number };

export interface JudgingPlan {
  runs: PlannedJudging[];
  /** Number of requests if no answer is malformed. */
  requests: { judge: number; caption: number };
  tokens: { input: number; output: number };
  /** Approximate cost in US dollars. Null if the price of a needed model is unknown. */
  costUsd: number | null;
}

/** Plans judging without calling a model or writing files. `judgeShare`: price factor for batches. */
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
        // OS-Harm requests one caption per caption file, osharm one per image.
        if (words === null) unknown.add(judge.isOsHarm ? cache : await sha256(picture));
        // Placeholder of the size of a typical caption.
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
