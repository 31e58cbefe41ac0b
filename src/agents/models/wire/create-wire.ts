import type { Wire } from '../model.ts';
import type { ModelAddress } from '../model-name.ts';
import type { ModelEnvironment } from '../providers.ts';
import { anthropicComputer, osHarmAnthropic } from './anthropic.ts';
import type { ComputerWire } from './computer.ts';
import type { ComputerTool } from './computer-tools.ts';
import { osHarmQwen } from './dashscope.ts';
import { osHarmGemini } from './google.ts';
import { googleComputer } from './google-computer.ts';
import { osHarmOpenai, osHarmTextOnly } from './openai.ts';
import { openaiComputer, openaiPreviewComputer } from './openai-computer.ts';
import type { Reasoning } from './reasoning.ts';
import { sdkComputerLoader, sdkModelLoader } from './sdk-model.ts';
import { sdkText } from './sdk-text.ts';

export const textOnlyProviders: readonly string[] = ['together', 'groq'];

export interface WireOptions {
  profile: 'osharm' | 'os-harm';
  environment: ModelEnvironment;
  stream?: boolean;
  reasoning?: Reasoning | undefined;
  openaiStore?: boolean | undefined;
}

/**
 * Calls a model through the AI SDK or, under the profile `os-harm`, with exactly the request that OS-Harm sends for the
 * model's name. OS-Harm supports no clouds, so these always use the AI SDK.
 */
export function createWire(address: ModelAddress, key: string | null, options: WireOptions): Wire {
  if (options.profile === 'osharm' || address.api === 'sdk')
    return sdkText(sdkModelLoader(address, key, options.environment), { ...options, provider: address.provider });
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

export function createComputerWire(
  address: ModelAddress,
  key: string | null,
  tool: ComputerTool,
  { environment, reasoning, openaiStore = false }: Pick<WireOptions, 'environment' | 'reasoning' | 'openaiStore'>,
): ComputerWire {
  const load = sdkComputerLoader(address, key, environment);
  switch (tool) {
    case 'computer_toolset_20260801':
    case 'computer_20251124':
    case 'computer_20250124':
      return anthropicComputer(load, address, tool, reasoning);
    case 'computer':
      return openaiComputer(load, reasoning, openaiStore);
    case 'computer_use_preview':
      return openaiPreviewComputer(address, key, reasoning, openaiStore);
    case 'environment_desktop':
    case 'environment_browser':
      return googleComputer(address, key, tool, reasoning);
    default:
      return tool satisfies never;
  }
}
