import type { ModelAddress } from '../../../agents/models/model-name.ts';

/**
 * One name for a model, however it was written (`gpt-4.1`, `openai:gpt-4.1`): what one spelling has judged, the other need not pay for again. An address
 * that was written out stays: another server may serve another model by the same name.
 */
export function sameModelName({ name, provider, model }: ModelAddress): string {
  return /^[a-z]+@https?:/.test(name) ? name : `${provider}:${model}`;
}
