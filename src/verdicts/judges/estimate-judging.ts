import type { CostEstimate } from '../../agents/models/estimate-cost.ts';
import type { PreparedJudge } from './judge-trace.ts';

/** Approximate tokens: task and prompt, a step's text, a full-detail screenshot, a tree, an answer, a caption. */
const fixedTokens = 1200;
const stepTokens = 350;
const imageTokens = 1500;
const treeTokens = 4000;
const answerTokens = 500;
const captionTokens = 550;

/** Assumes that every run uses all its steps. `osharm judge --dry-run` reads the records and is more precise. */
export function estimateJudging(
  { type, asker, captioner, observationType }: Pick<PreparedJudge, 'type' | 'asker' | 'captioner' | 'observationType'>,
  { runs, maxSteps }: { runs: number; maxSteps: number },
): CostEstimate {
  const isShownSteps = type.followsObservationType === true;
  const pictures = isShownSteps ? (observationType === 'a11y_tree' ? 0 : maxSteps) : captioner === null ? 1 : 0;
  const trees = (isShownSteps && observationType.includes('a11y_tree')) || type.name === 'a11y_tree' ? maxSteps : 0;
  const captions = captioner === null ? 0 : maxSteps;
  const input =
    fixedTokens + maxSteps * stepTokens + pictures * imageTokens + trees * treeTokens + captions * captionTokens;
  const judged = priceOf(asker, runs * input, runs * answerTokens);
  const worded =
    captioner === null ? 0 : priceOf(captioner, runs * captions * imageTokens, runs * captions * captionTokens);
  return {
    calls: runs * (1 + captions),
    inputTokens: runs * (input + captions * imageTokens),
    outputTokens: runs * (answerTokens + captions * captionTokens),
    costUsd: judged === null || worded === null ? null : judged + worded,
    pricesOf: asker.port.pricesOf ?? 'an unknown day',
  };
}

function priceOf({ port, address }: PreparedJudge['asker'], input: number, output: number): number | null {
  const price = port.prices(address.provider, address.model);
  return price === null ? null : (input * price.input + output * price.output) / 1e6;
}
