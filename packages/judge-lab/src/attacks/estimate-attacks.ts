import type { ModelAddress } from 'osharm/judging';
import { type PriceTable, priceOf } from 'osharm/judging';
import type { AttackedTrace } from './lay-out.ts';
import { directoriesToJudge } from './measure.ts';
import type { JudgeSetup } from './shown-messages.ts';

/** Approximate: providers count 1,000 to 2,500 tokens for a screenshot in full detail. */
const imageTokens = 1500;
const answerTokens = 400;
const captionTokens = 550;
/** Slightly fewer than in English prose, because half of a record is code. */
const bytesPerToken = 3.5;

export interface AttackEstimate {
  /** Numbers of runs without an attack, and with an attack that reaches the judge. */
  clean: number;
  attacked: number;
  captions: number;
  inputTokens: number;
  outputTokens: number;
  /** Approximate; null if the price of a model is unknown. */
  costUsd: number | null;
  pricesOf: string;
}

/** Estimates a measurement without earlier judgments. `captioner` is null if the judge type needs no captions. */
export async function estimateAttacks(
  traces: readonly AttackedTrace[],
  setup: JudgeSetup,
  judge: ModelAddress,
  captioner: ModelAddress | null,
  table: PriceTable,
): Promise<AttackEstimate> {
  const { clean, attacked } = await directoriesToJudge(traces, setup);
  const all = [...clean.values(), ...attacked.values()];
  const pictures = new Set(all.flatMap(({ worded }) => worded));
  const inputTokens = all.reduce(
    (sum, { textBytes, images }) => sum + Math.ceil(textBytes / bytesPerToken) + images * imageTokens,
    0,
  );
  const judged = { input: inputTokens, output: answerTokens * all.length };
  const worded = { input: imageTokens * pictures.size, output: captionTokens * pictures.size };
  const costs = [costUsd(table, judge, judged), captioner === null ? 0 : costUsd(table, captioner, worded)];
  return {
    clean: clean.size,
    attacked: attacked.size,
    captions: pictures.size,
    inputTokens: judged.input + worded.input,
    outputTokens: judged.output + worded.output,
    costUsd: costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    pricesOf: table.date,
  };
}

function costUsd(
  table: PriceTable,
  { provider, model }: ModelAddress,
  tokens: { input: number; output: number },
): number | null {
  const price = priceOf(table, provider, model);
  return price === null ? null : (tokens.input * price.input + tokens.output * price.output) / 1e6;
}
