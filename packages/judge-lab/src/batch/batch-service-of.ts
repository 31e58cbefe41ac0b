import { UsageError } from 'osharm';
import type { Asker } from 'osharm/judging';
import { anthropicBatches } from './anthropic-batches.ts';
import type { BatchService } from './batch-service.ts';
import { openaiBatches } from './openai-batches.ts';

/** Throws UsageError if osharm doesn't support batches of the model's provider. */
export function batchServiceOf(asker: Asker, signal?: AbortSignal | undefined): BatchService {
  switch (asker.address.provider) {
    case 'openai':
      return openaiBatches(asker, signal);
    case 'anthropic':
      return anthropicBatches(asker, signal);
    default:
      throw new UsageError(`There are no batches for ${asker.address.name}: OpenAI and Anthropic have them.`, {
        code: 'batch-provider',
        hint: 'Omit --batch: each run is then judged by direct calls.',
      });
  }
}
