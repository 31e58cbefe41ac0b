import type { ModelAddress } from '../../../agents/models/model-name.ts';
import { anthropicDialect } from './anthropic-dialect.ts';
import type { JudgeDialect } from './dialect.ts';
import { googleDialect } from './google-dialect.ts';
import { openaiDialect } from './openai-dialect.ts';

/** How the model's provider is asked. */
export function dialectOf(address: ModelAddress): JudgeDialect {
  switch (address.api) {
    case 'anthropic':
      return anthropicDialect;
    case 'google':
      return googleDialect;
    case 'openai':
    case 'compatible':
    // Never sent in this form: the AI SDK asks (`sdkVerdict`). What a question costs at most is counted on it.
    case 'sdk':
      return openaiDialect;
    default:
      return address.api satisfies never;
  }
}
