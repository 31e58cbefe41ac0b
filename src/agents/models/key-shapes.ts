import { providers } from './providers.ts';

const shapes: readonly { shape: RegExp; provider: string }[] = [
  { shape: /\bsk-ant-[\w-]{12,}/, provider: 'anthropic' },
  { shape: /\bsk-or-[\w-]{12,}/, provider: 'openrouter' },
  { shape: /\bsk-(?:proj-|svcacct-)?[\w-]{16,}/, provider: 'openai' },
  { shape: /\bAIza[\w-]{20,}/, provider: 'google' },
  { shape: /\bxai-[\w-]{16,}/, provider: 'xai' },
  { shape: /\bgsk_\w{16,}/, provider: 'groq' },
  { shape: /\bfw_\w{16,}/, provider: 'fireworks' },
  { shape: /\btgp_v1_[\w-]{16,}/, provider: 'together' },
  { shape: /\bABSK[\w+/=]{16,}/, provider: 'bedrock' },
];

/** The environment variable for a text that has the format of a provider's key, else null. */
export function keyVariableOf(text: string): string | null {
  const found = shapes.find(({ shape }) => shape.test(text));
  return found === undefined ? null : (providers[found.provider]?.keyNames[0] ?? null);
}
