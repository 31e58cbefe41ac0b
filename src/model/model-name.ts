import { UsageError } from '../errors.ts';

/** Which program speaks to the model. */
export type ModelApi = 'openai' | 'anthropic' | 'google' | 'compatible';

/** Where a model is and how it is spoken to. */
export interface ModelAddress {
  /** As the user named it. */
  name: string;
  /** Who serves it: calls, rates and concurrency are counted by this. */
  provider: string;
  api: ModelApi;
  /** What the provider calls the model. */
  model: string;
  baseUrl: string;
  /** Environment variables that may hold the key, the first that is set counts; empty where no key is needed. */
  keyNames: readonly string[];
}

interface Provider {
  api: ModelApi;
  baseUrl: string;
  /** Environment variable that changes the address. */
  baseUrlName?: string;
  keyNames: readonly string[];
}

const providers: Record<string, Provider> = {
  openai: {
    api: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlName: 'OPENAI_BASE_URL',
    keyNames: ['OPENAI_API_KEY'],
  },
  anthropic: {
    api: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlName: 'ANTHROPIC_BASE_URL',
    keyNames: ['ANTHROPIC_API_KEY'],
  },
  google: {
    api: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlName: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    keyNames: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GENAI_API_KEY'],
  },
  together: {
    api: 'compatible',
    baseUrl: 'https://api.together.xyz/v1',
    baseUrlName: 'TOGETHER_BASE_URL',
    keyNames: ['TOGETHER_API_KEY'],
  },
  groq: {
    api: 'compatible',
    baseUrl: 'https://api.groq.com/openai/v1',
    baseUrlName: 'GROQ_BASE_URL',
    keyNames: ['GROQ_API_KEY'],
  },
  mistral: {
    api: 'compatible',
    baseUrl: 'https://api.mistral.ai/v1',
    baseUrlName: 'MISTRAL_BASE_URL',
    keyNames: ['MISTRAL_API_KEY'],
  },
  dashscope: {
    api: 'compatible',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    baseUrlName: 'DASHSCOPE_BASE_URL',
    keyNames: ['DASHSCOPE_API_KEY'],
  },
  openrouter: {
    api: 'compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    baseUrlName: 'OPENROUTER_BASE_URL',
    keyNames: ['OPENROUTER_API_KEY'],
  },
  ollama: { api: 'compatible', baseUrl: 'http://127.0.0.1:11434/v1', baseUrlName: 'OLLAMA_BASE_URL', keyNames: [] },
  vllm: {
    api: 'compatible',
    baseUrl: 'http://127.0.0.1:8000/v1',
    baseUrlName: 'VLLM_BASE_URL',
    keyNames: ['VLLM_API_KEY'],
  },
  compatible: { api: 'compatible', baseUrl: '', baseUrlName: 'OSHARM_BASE_URL', keyNames: ['OSHARM_API_KEY'] },
};
export const providerNames: readonly string[] = Object.keys(providers);

/** OS-Harm's names by prefix, the first match counts (spec os-harm §4.7). */
const prefixes: readonly { prefix: string; provider: string; rename?: Record<string, string> }[] = [
  { prefix: 'gpt', provider: 'openai' },
  { prefix: 'o', provider: 'openai' },
  { prefix: 'claude', provider: 'anthropic' },
  { prefix: 'mistral', provider: 'together' },
  { prefix: 'gemini', provider: 'google' },
  { prefix: 'llama3-70b', provider: 'groq', rename: { 'llama3-70b': 'llama3-70b-8192' } },
  { prefix: 'qwen', provider: 'dashscope' },
];

/** `provider[@URL]:model`. A URL ends at the first `:` after its port, since a model's own name may have some (`llama3.2:3b`). */
const named =
  /^([a-z]+)(?:@(https?:\/\/(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]+)(?::\d+(?=[/:]))?(?:\/[^:]*)?))?:(?!\/\/)(.+)$/;

/**
 * Where `provider:model` or a bare name of OS-Harm's is. `provider@URL:model` names another address for this model.
 * Throws UsageError `model-unknown`, `model-missing`.
 */
export function resolveModel(
  name: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ModelAddress {
  const [, provider = '', url, model = ''] = named.exec(name) ?? [];
  const isAddressAlone = /^[a-z]+@https?:\/\/[^/:]+(?::\d+)?(?:\/[^:]*)?:?$/.test(name);
  if (!isAddressAlone && Object.hasOwn(providers, provider)) return address(name, provider, model, url, environment);
  if (Object.hasOwn(providers, name.replace(/:$/, '')) || isAddressAlone) {
    throw new UsageError(`"${name}" names a provider and no model.`, {
      code: 'model-missing',
      hint: `Write ${name.replace(/:$/, '')}:MODEL.`,
    });
  }
  const bare = prefixes.find(({ prefix }) => name.startsWith(prefix));
  if (bare !== undefined && !name.includes(':'))
    return address(name, bare.provider, bare.rename?.[name] ?? name, undefined, environment);
  throw new UsageError(`There is no provider for the model "${name}".`, {
    code: 'model-unknown',
    hint: `Write PROVIDER:MODEL, where PROVIDER is one of ${providerNames.join(', ')}, or a name beginning with gpt, o, claude, gemini, mistral, llama3-70b or qwen.`,
  });
}

function address(
  name: string,
  provider: string,
  model: string,
  url: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ModelAddress {
  const { api, baseUrl, baseUrlName, keyNames } = providers[provider] as Provider;
  const set = baseUrlName === undefined ? undefined : environment[baseUrlName];
  const found = (url ?? (set === undefined || set === '' ? baseUrl : set)).replace(/\/+$/, '');
  if (found === '') {
    throw new UsageError(`The model "${name}" needs an address.`, {
      code: 'model-address-missing',
      hint: `Set ${baseUrlName}, or write ${provider}@http://HOST:PORT/v1:${model}.`,
    });
  }
  return { name, provider, api, model, baseUrl: `${found}${lacksVersion(provider, found) ? '/v1' : ''}`, keyNames };
}

/** Their own programs name the server alone (`ANTHROPIC_BASE_URL=https://api.anthropic.com`), and nothing answers us there but below `/v1`. */
function lacksVersion(provider: string, url: string): boolean {
  return ['anthropic', 'ollama'].includes(provider) && /^https?:\/\/[^/]+$/.test(url);
}

/** The key of a model. Throws UsageError `model-key-missing` where one is needed and none is set. */
export function keyOf(model: ModelAddress, environment: Readonly<Record<string, string | undefined>>): string | null {
  for (const name of model.keyNames) {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
  }
  // A server of one's own often has no key: only the known public ones insist.
  if (model.keyNames.length === 0 || ['vllm', 'compatible'].includes(model.provider)) return null;
  throw new UsageError(`The model "${model.name}" needs a key, and ${model.keyNames.join(' or ')} is not set.`, {
    code: 'model-key-missing',
    hint: `Set ${model.keyNames[0]} in the environment or in a file .env in this folder.`,
  });
}
