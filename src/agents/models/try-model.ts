import { UsageError } from '../../base/errors.ts';
import { boundedText, TooLong } from './bounded-text.ts';
import type { ModelPort } from './model.ts';
import { ModelError } from './model-error.ts';
import type { ModelAddress } from './model-name.ts';

/** Timeout of a lookup in milliseconds, and maximum size of its answer in bytes. */
const limit = 20_000;
const longest = 100_000;

/** An answer to a lookup, without its text if that is too long. */
interface Answer {
  status: number;
  text: string;
}

/** A request that costs no tokens, with a test that recognizes the answer for an unknown model. */
interface LookUp {
  path: string;
  isUnknown(answer: Answer): boolean;
}

/** Lookups by provider. The default requests the model by name. */
function lookUpsOf({ provider, model }: ModelAddress): readonly LookUp[] {
  switch (provider) {
    // Its model pages need no key, so a separate request checks the key.
    case 'openrouter':
      return [
        { path: 'key', isUnknown: () => false },
        {
          path: `models/${model
            .replace(/:[a-z]+$/, '')
            .split('/')
            .map(encodeURIComponent)
            .join('/')}/endpoints`,
          isUnknown: ({ status, text }) => status === 404 && /"code"\s*:\s*404/.test(text),
        },
      ];
    // These providers only list their models.
    case 'deepseek':
    case 'moonshot':
      return [{ path: 'models', isUnknown: ({ status, text }) => status === 200 && lacks(text, model) }];
    default:
      return [{ path: `models/${encodeURIComponent(model)}`, isUnknown: isNamedUnknown }];
  }
}

/** True for a list of models that lacks this one. */
function lacks(text: string, model: string): boolean {
  const ids = [...text.matchAll(/"id"\s*:\s*"([^"]+)"/g)].map(([, id]) => id);
  return /"object"\s*:\s*"list"/.test(text) && ids.length > 0 && !ids.includes(model);
}

/**
 * llama.cpp doesn't support the lookup: it answers unknown paths with an error that resembles Ollama's and Anthropic's
 * for unknown models.
 */
const isNamedUnknown = ({ status, text }: Answer): boolean =>
  status === 404 &&
  !/"message"\s*:\s*"File Not Found"/.test(text) &&
  /"(?:code|type|status)"\s*:\s*"(?:model_not_found|not_found_error|NOT_FOUND)"/.test(text);

/**
 * Checks model and key by looking the model up at its provider, which costs no tokens. Throws UsageError
 * `model-unreachable`, `model-key-refused` or `model-no-such-model`, and ModelError `quota-exhausted` for a key of
 * OpenRouter without credit. Other responses are ignored, because not every server supports the lookup.
 */
export async function tryModel(
  port: Pick<ModelPort, 'fetch' | 'cassette' | 'redactor'>,
  address: ModelAddress,
  key: string | null,
  signal?: AbortSignal,
): Promise<void> {
  if (port.cassette?.isReplay === true) return;
  // Cloud runtimes have no such lookup; the request only shows that they are reachable.
  const isCloud = address.api === 'sdk';
  for (const lookUp of lookUpsOf(address)) {
    const answer = await answerTo(lookUp.path, port, address, isCloud ? {} : keyHeaders(address, key), signal);
    if (isCloud) return;
    if (answer.status === 401 || /API_KEY_INVALID|API key not valid/.test(answer.text))
      throw new UsageError(`${address.provider} rejects the key for ${address.name}.`, {
        code: 'model-key-refused',
        hint: `Check ${address.keyNames.join(' or ') || 'the key'}.`,
      });
    if (/"limit_remaining"\s*:\s*(?:-|0(?:\.0+)?\s*[,}])/.test(answer.text))
      throw new ModelError(
        'quota-exhausted',
        `The key for ${address.name} has no credit left at ${address.provider}.`,
        {
          hint: 'Add credit at the provider or raise the limit of the key, then resume with the same command.',
        },
      );
    if (lookUp.isUnknown(answer))
      throw new UsageError(`${address.provider} has no model ${address.model}.`, {
        code: 'model-no-such-model',
        hint: 'Check its name.',
      });
  }
}

async function answerTo(
  path: string,
  port: Pick<ModelPort, 'fetch' | 'redactor'>,
  address: ModelAddress,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(limit);
  try {
    const response = await port.fetch(`${address.baseUrl}/${path}`, {
      method: 'GET',
      headers,
      // Some keys are sent in headers that a redirect to another host would forward.
      redirect: 'error',
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    const text = await boundedText(response, longest).catch((error: unknown) => {
      if (error instanceof TooLong) return '';
      throw error;
    });
    return { status: response.status, text };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UsageError(
      `The model ${address.name} can't be reached at ${address.baseUrl}: ${port.redactor.text(reasonOf(cause))}.`,
      {
        code: 'model-unreachable',
        hint: 'Start the server, or check the address and the network.',
        cause,
      },
    );
  }
}

function keyHeaders({ api }: ModelAddress, key: string | null): Record<string, string> {
  const version = { 'anthropic-version': '2023-06-01' };
  if (key === null) return api === 'anthropic' ? version : {};
  if (api === 'anthropic') return { ...version, 'x-api-key': key };
  return api === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

/** Node's `fetch failed` is uninformative; its cause has the reason. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error
    ? cause.message === ''
      ? String((cause as NodeJS.ErrnoException).code)
      : cause.message
    : message;
}
