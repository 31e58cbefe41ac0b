import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { exchangeFetch } from '../exchange.ts';
import type { ModelAddress } from '../model-name.ts';

// What was left out is seen in the recorded request; warnings on the terminal would break the progress.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** The AI SDK's model for an address. The key stays in it. */
export function providerModel(address: ModelAddress, key: string | null): LanguageModel {
  const settings = { baseURL: address.baseUrl, fetch: exchangeFetch };
  switch (address.api) {
    case 'openai':
      return createOpenAI({ ...settings, apiKey: key ?? '' }).chat(address.model);
    case 'anthropic':
      return createAnthropic({ ...settings, apiKey: key ?? '' })(address.model);
    case 'google':
      return createGoogle({ ...settings, apiKey: key ?? '' })(address.model);
    case 'compatible':
      return createOpenAICompatible({
        ...settings,
        name: address.provider,
        includeUsage: true,
        ...(key === null ? {} : { apiKey: key }),
      })(address.model);
    default:
      return address.api satisfies never;
  }
}
