import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { firstSet, type ModelApi, type ModelEnvironment, type Provider, providers } from './providers.ts';

export interface ModelAddress {
  name: string;
  provider: string;
  api: ModelApi;
  model: string;
  baseUrl: string;
  keyNames: readonly string[];
}

export const modelProviderNames: readonly string[] = Object.keys(providers);

function baseUrlNames(provider: string): readonly string[] {
  return [`${provider.toUpperCase()}_BASE_URL`, ...((providers[provider] as Provider).baseUrlNames ?? [])];
}

/** OS-Harm's bare model names, by prefix. The first match counts. */
const prefixes: readonly { prefix: string; provider: string; rename?: Record<string, string> }[] = [
  { prefix: 'gpt', provider: 'openai' },
  { prefix: 'o', provider: 'openai' },
  { prefix: 'claude', provider: 'anthropic' },
  { prefix: 'mistral', provider: 'together' },
  { prefix: 'gemini', provider: 'google' },
  { prefix: 'llama3-70b', provider: 'groq', rename: { 'llama3-70b': 'llama3-70b-8192' } },
  { prefix: 'qwen', provider: 'dashscope' },
];

/**
 * `provider[@URL]:model`. The URL ends before the first `:` after its port, since models may contain colons
 * (`llama3.2:3b`).
 */
const named =
  /^([a-z]+)(?:@(https?:\/\/(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]+)(?::\d+(?=[/:]))?(?:\/[^:]*)?))?:(?!\/\/)(.+)$/;

export type NamedModel = Pick<ModelAddress, 'provider' | 'api' | 'model'>;

/**
 * Parses `provider:model` or a bare name as OS-Harm uses them. `url` is the address within the name. Throws UsageError
 * `model-unknown`, `model-missing`.
 */
export function namedModel(name: string): NamedModel & { url: string | undefined } {
  const [, provider = '', url, model = ''] = named.exec(name) ?? [];
  const isAddressAlone = /^[a-z]+@https?:\/\/[^/:]+(?::\d+)?(?:\/[^:]*)?:?$/.test(name);
  if (!isAddressAlone && Object.hasOwn(providers, provider)) return { provider, api: apiOf(provider), model, url };
  if (Object.hasOwn(providers, name.replace(/:$/, '')) || isAddressAlone) {
    throw new UsageError(`"${name}" names a provider but no model.`, {
      code: 'model-missing',
      hint: `Write ${name.replace(/:$/, '')}:MODEL.`,
    });
  }
  const respelled = withColon(name);
  if (respelled !== null)
    throw new UsageError(`There is no model ${JSON.stringify(name)}: a colon separates its provider and its name.`, {
      code: 'model-unknown',
      hint: `Did you mean ${JSON.stringify(respelled)}?`,
    });
  const bare = prefixes.find(({ prefix }) => name.startsWith(prefix));
  // OS-Harm calls models of Together by names such as mistralai/Mixtral-8x7B-Instruct-v0.1.
  const isBare = !name.includes(':') && (!name.includes('/') || bare?.provider === 'together');
  if (bare !== undefined && isBare)
    return {
      provider: bare.provider,
      api: apiOf(bare.provider),
      model: bare.rename?.[name] ?? name,
      url: undefined,
    };
  const hub = /^[^:/]+\/[^:]+$/.test(name) ? ` Hubs name models like this: openrouter:${name}, vllm:${name}.` : '';
  const meant = didYouMean(provider === '' ? (name.split(':')[0] ?? '') : provider, modelProviderNames);
  throw new UsageError(`There is no provider for the model "${name}".`, {
    code: 'model-unknown',
    hint: `Write PROVIDER:MODEL, where PROVIDER is one of ${modelProviderNames.join(', ')}, or a name beginning with gpt, o, claude, gemini, mistral, llama3-70b or qwen.${hub}${meant}`,
  });
}

/** Providers whose names other tools spell differently. */
const otherSpellings: Readonly<Record<string, string>> = {
  gemini: 'google',
  'google-ai-studio': 'google',
  vertex_ai: 'vertex',
  together_ai: 'together',
  together_chat: 'together',
  fireworks_ai: 'fireworks',
  ollama_chat: 'ollama',
  hosted_vllm: 'vllm',
  lm_studio: 'lmstudio',
  azureai: 'azure',
};

/** Respells `provider/model`, as Inspect and LiteLLM write it. Null if the text before the slash is no provider. */
function withColon(name: string): string | null {
  const [, written = '', model = ''] = /^([a-z_-]+)\/(.+)$/.exec(name) ?? [];
  const provider = Object.hasOwn(otherSpellings, written) ? otherSpellings[written] : written;
  return provider !== undefined && Object.hasOwn(providers, provider) ? `${provider}:${model}` : null;
}

/**
 * Parts of a model's name that end with a slash: 0 for `openai:gpt-4.1`, 1 for `openrouter:openai/gpt-4.1`. Null if the
 * provider, or a server at an address within the name, accepts any number.
 */
export function slashesIn(name: string): number | null {
  const { provider, model, url } = namedModel(name);
  if (url !== undefined || /^(?:models|tunedModels)\//.test(model)) return null;
  return providers[provider]?.mostSlashes ?? null;
}

const apiOf = (provider: string): ModelApi => (providers[provider] as Provider).api;

/**
 * Resolves `provider:model` or one of OS-Harm's bare names. `provider@URL:model` sets another address for this model.
 * Throws UsageError `model-unknown`, `model-missing`, `model-address-missing`, `model-address-password`.
 */
export function resolveModel(name: string, environment: ModelEnvironment = process.env): ModelAddress {
  const { provider, model, url } = namedModel(name);
  return address(name, provider, model, url, environment);
}

function address(
  name: string,
  provider: string,
  model: string,
  url: string | undefined,
  environment: ModelEnvironment,
): ModelAddress {
  const { api, baseUrl, version, keyNames, addressHint } = providers[provider] as Provider;
  const names = baseUrlNames(provider);
  const serverUrl = typeof baseUrl === 'string' ? baseUrl : baseUrl(environment);
  const found = (url ?? firstSet(environment, names) ?? serverUrl)?.replace(/\/+$/, '');
  if (found === undefined) {
    throw new UsageError(`The model "${name}" needs an address.`, {
      code: 'model-address-missing',
      hint: addressHint ?? `Set ${names.at(-1)}, or write ${provider}@http://HOST:PORT/v1:${model}.`,
    });
  }
  // fetch rejects URLs with credentials, and the address would be recorded.
  if (/^https?:\/\/[^/]*@/.test(found)) {
    throw new UsageError(`The address of a ${provider} model contains a user or a password.`, {
      code: 'model-address-password',
      hint: `Remove it from the address. Set a key with ${keyNames.at(-1) ?? 'OSHARM_API_KEY'}.`,
    });
  }
  const isHostAlone = /^https?:\/\/[^/]+$/.test(found);
  return { name, provider, api, model, baseUrl: isHostAlone ? `${found}${version ?? ''}` : found, keyNames };
}

/** Throws UsageError `model-key-missing` if the model needs a key and none is set. */
export function keyOf(model: ModelAddress, environment: ModelEnvironment): string | null {
  const key = firstSet(environment, model.keyNames);
  if (key !== undefined) return key;
  // Only known public services require a key.
  if (model.keyNames.length === 0 || providers[model.provider]?.isKeyOptional === true) return null;
  throw new UsageError(`The model "${model.name}" needs a key, and ${model.keyNames.join(' or ')} is not set.`, {
    code: 'model-key-missing',
    hint: `Set ${model.keyNames[0]} in the environment or in a file .env in this folder.`,
  });
}
