import { UsageError } from '../../base/errors.ts';
import type { ModelPort } from './model.ts';
import type { ModelAddress } from './model-name.ts';

/** How long the question may take, in milliseconds. */
const limit = 20_000;

/**
 * Asks a model's provider whether it knows model and key, without a token being paid for: it looks the model up. Throws
 * UsageError `model-unreachable`, `model-key-refused` or `model-no-such-model`. Every other answer tells nothing (not
 * every server can look models up), and is no fault.
 */
export async function tryModel(
  port: Pick<ModelPort, 'fetch' | 'cassette' | 'redactor'>,
  address: ModelAddress,
  key: string | null,
  signal?: AbortSignal,
): Promise<void> {
  if (port.cassette?.isReplay === true) return;
  const deadline = AbortSignal.timeout(limit);
  let answer: { status: number; text: string };
  // Clouds have no such question to their runtime: there it shows that somebody is there.
  const isCloud = address.api === 'sdk';
  try {
    const response = await port.fetch(`${address.baseUrl}/models/${encodeURIComponent(address.model)}`, {
      method: 'GET',
      headers: isCloud ? {} : keyHeaders(address, key),
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    answer = { status: response.status, text: (await response.text()).slice(0, 10_000) };
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
  if (isCloud) return;
  if (answer.status === 401 || /API_KEY_INVALID|API key not valid/.test(answer.text))
    throw new UsageError(`${address.provider} rejects the key for ${address.name}.`, {
      code: 'model-key-refused',
      hint: `Check ${address.keyNames.join(' or ') || 'the key'}.`,
    });
  // llama.cpp looks no models up, and says of every path that it doesn't know what Ollama and Anthropic say of a model.
  if (
    answer.status === 404 &&
    !/"message"\s*:\s*"File Not Found"/.test(answer.text) &&
    /"(?:code|type|status)"\s*:\s*"(?:model_not_found|not_found_error|NOT_FOUND)"/.test(answer.text)
  )
    throw new UsageError(`${address.provider} has no model ${address.model}.`, {
      code: 'model-no-such-model',
      hint: 'Check its name.',
    });
}

function keyHeaders({ api }: ModelAddress, key: string | null): Record<string, string> {
  const version = { 'anthropic-version': '2023-06-01' };
  if (key === null) return api === 'anthropic' ? version : {};
  if (api === 'anthropic') return { ...version, 'x-api-key': key };
  return api === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

/** Node's `fetch failed` says nothing: its cause does. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error
    ? cause.message === ''
      ? String((cause as NodeJS.ErrnoException).code)
      : cause.message
    : message;
}
