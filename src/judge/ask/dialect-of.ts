import type { ModelAddress } from '../../model/model-name.ts';
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
      return openaiDialect;
    default:
      return address.api satisfies never;
  }
}
