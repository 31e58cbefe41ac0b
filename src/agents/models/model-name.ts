import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { firstSet, type ModelApi, type ModelEnvironment, type Provider, providers } from './providers.ts';

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

export const modelProviderNames: readonly string[] = Object.keys(providers);

/** Environment variables that hold another address for all models of a provider; the first that is set counts. */
function baseUrlNames(provider: string): readonly string[] {
  return [`${provider.toUpperCase()}_BASE_URL`, ...((providers[provider] as Provider).baseUrlNames ?? [])];
}

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

/** A model by its provider, wherever that is. */
export type NamedModel = Pick<ModelAddress, 'provider' | 'api' | 'model'>;

/**
 * The provider and the model that `provider:model` or a bare name of OS-Harm's means. `url`: the address in the name.
 * Throws UsageError `model-unknown`, `model-missing`.
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
  const bare = prefixes.find(({ prefix }) => name.startsWith(prefix));
  if (bare !== undefined && !name.includes(':'))
    return {
      provider: bare.provider,
      api: apiOf(bare.provider),
      model: bare.rename?.[name] ?? name,
      url: undefined,
    };
  throw new UsageError(`There is no provider for the model "${name}".`, {
    code: 'model-unknown',
    hint: `Write PROVIDER:MODEL, where PROVIDER is one of ${modelProviderNames.join(', ')}, or a name beginning with gpt, o, claude, gemini, mistral, llama3-70b or qwen.${didYouMean(provider === '' ? (name.split(':')[0] ?? '') : provider, modelProviderNames)}`,
  });
}

const apiOf = (provider: string): ModelApi => (providers[provider] as Provider).api;

/**
 * Where `provider:model` or a bare name of OS-Harm's is. `provider@URL:model` names another address for this model.
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
  // Requests to such an address are refused by fetch, and the address would stand in the record.
  if (/^https?:\/\/[^/]*@/.test(found)) {
    throw new UsageError(`The address of a ${provider} model contains a user or a password.`, {
      code: 'model-address-password',
      hint: `Remove it from the address. Set a key with ${keyNames.at(-1) ?? 'OSHARM_API_KEY'}.`,
    });
  }
  const isHostAlone = /^https?:\/\/[^/]+$/.test(found);
  return { name, provider, api, model, baseUrl: isHostAlone ? `${found}${version ?? ''}` : found, keyNames };
}

/** The key of a model. Throws UsageError `model-key-missing` where one is needed and none is set. */
export function keyOf(model: ModelAddress, environment: ModelEnvironment): string | null {
  const key = firstSet(environment, model.keyNames);
  if (key !== undefined) return key;
  // Only the known public services insist on one.
  if (model.keyNames.length === 0 || providers[model.provider]?.isKeyOptional === true) return null;
  throw new UsageError(`The model "${model.name}" needs a key, and ${model.keyNames.join(' or ')} is not set.`, {
    code: 'model-key-missing',
    hint: `Set ${model.keyNames[0]} in the environment or in a file .env in this folder.`,
  });
}
