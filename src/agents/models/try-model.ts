import { UsageError } from '../../base/errors.ts';
import type { ModelPort } from './model.ts';
import type { ModelAddress } from './model-name.ts';

const limit = 20_000;

/**
 * Checks model and key by looking the model up at its provider, which costs no tokens. Throws UsageError
 * `model-unreachable`, `model-key-refused` or `model-no-such-model`. Other responses are ignored, because not every
 * server supports the lookup.
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
  // Cloud runtimes have no such lookup; the request only shows that they are reachable.
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
  // llama.cpp doesn't support the lookup: it answers unknown paths with an error that resembles Ollama's and
  // Anthropic's for unknown models.
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

/** Node's `fetch failed` is uninformative; its cause has the reason. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error
    ? cause.message === ''
      ? String((cause as NodeJS.ErrnoException).code)
      : cause.message
    : message;
}
