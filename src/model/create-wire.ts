import { providerModel } from './ai-sdk/provider-model.ts';
import { textWire } from './ai-sdk/text-wire.ts';
import type { Wire } from './model.ts';
import type { ModelAddress } from './model-name.ts';
import { anthropicWire } from './os-harm/anthropic-wire.ts';
import { openaiWire, textOnlyWire } from './os-harm/chat-wire.ts';
import { geminiWire } from './os-harm/gemini-wire.ts';
import { qwenWire } from './os-harm/qwen-wire.ts';

/** Services that OS-Harm sends text alone. */
export const textOnlyProviders: readonly string[] = ['together', 'groq'];

/**
 * How a model is asked: through the AI SDK, or under protocol `os-harm` with exactly the request that OS-Harm sends to models of
 * this name.
 */
export function createWire(
  address: ModelAddress,
  key: string | null,
  options: { protocol: 'osharm-1' | 'os-harm'; stream?: boolean },
): Wire {
  if (options.protocol === 'osharm-1') return textWire(providerModel(address, key), options);
  switch (address.provider) {
    case 'anthropic':
      return anthropicWire(address, key);
    case 'google':
      return geminiWire(address, key);
    case 'together':
    case 'groq':
      return textOnlyWire(address, key);
    case 'dashscope':
      return qwenWire(address, key);
    default:
      return openaiWire(address, key);
  }
}
