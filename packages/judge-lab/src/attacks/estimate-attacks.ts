import type { ModelAddress } from 'osharm/judging';
import { type PriceTable, priceOf } from 'osharm/judging';
import type { AttackedTrace } from './lay-out.ts';
import { directoriesToJudge } from './measure.ts';
import type { JudgeSetup } from './shown-messages.ts';

/** Tokens of one screenshot in full detail, about: providers count between 1,000 and 2,500. */
const imageTokens = 1500;
const answerTokens = 400;
const captionTokens = 550;
/** A little fewer than English has, since records are half code. */
const bytesPerToken = 3.5;

export interface AttackEstimate {
  /** Runs as they are, and runs under an attack that the judge is shown. */
  clean: number;
  attacked: number;
  captions: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars, about; null where the table has no price of a model that is asked. */
  costUsd: number | null;
  /** Date of the prices. */
  pricesOf: string;
}

/** What a measurement takes, if nothing of it is judged yet. `captioner` null: the type needs none. */
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
