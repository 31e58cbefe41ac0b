import type { Wire } from '../model.ts';
import type { ModelAddress } from '../model-name.ts';
import { anthropicComputer, anthropicModel, osHarmAnthropic } from './anthropic.ts';
import type { ComputerWire } from './computer.ts';
import type { ComputerTool } from './computer-tools.ts';
import { osHarmQwen } from './dashscope.ts';
import { googleModel, osHarmGemini } from './google.ts';
import { googleComputer } from './google-computer.ts';
import { compatibleModel, openaiProvider, osHarmOpenai, osHarmTextOnly } from './openai.ts';
import { openaiComputer, openaiPreviewComputer } from './openai-computer.ts';
import { sdkText } from './sdk-text.ts';

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
  if (options.protocol === 'osharm-1') return sdkText(sdkModel(address, key), options);
  switch (address.provider) {
    case 'anthropic':
      return osHarmAnthropic(address, key);
    case 'google':
      return osHarmGemini(address, key);
    case 'together':
    case 'groq':
      return osHarmTextOnly(address, key);
    case 'dashscope':
      return osHarmQwen(address, key);
    default:
      return osHarmOpenai(address, key);
  }
}

function sdkModel(address: ModelAddress, key: string | null) {
  switch (address.api) {
    case 'openai':
      return openaiProvider(address, key).chat(address.model);
    case 'anthropic':
      return anthropicModel(address, key);
    case 'google':
      return googleModel(address, key);
    case 'compatible':
      return compatibleModel(address, key);
    default:
      return address.api satisfies never;
  }
}

/** How a model is asked with a computer tool of its provider's (`computerToolOf`). */
export function createComputerWire(address: ModelAddress, key: string | null, tool: ComputerTool): ComputerWire {
  switch (tool) {
    case 'computer_toolset_20260801':
    case 'computer_20251124':
    case 'computer_20250124':
      return anthropicComputer(address, key, tool);
    case 'computer':
      return openaiComputer(address, key);
    case 'computer_use_preview':
      return openaiPreviewComputer(address, key);
    case 'environment_desktop':
    case 'environment_browser':
      return googleComputer(address, key, tool);
    default:
      return tool satisfies never;
  }
}
