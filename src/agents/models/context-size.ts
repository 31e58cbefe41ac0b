import { z } from 'zod';
import { exchangeFetch, withExchanges } from './exchange.ts';
import type { ModelPort } from './model.ts';
import type { ModelAddress } from './model-name.ts';
import { openaiHeaders } from './wire/openai.ts';

const limit = 5_000;
/** Self-hosted servers, whose owner configures the context length. */
const tellers = new Set(['ollama', 'vllm', 'sglang', 'llamacpp', 'lmstudio', 'compatible']);

const size = z.number().int().positive().nullish();
const modelsSchema = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      /** vLLM, SGLang. */
      max_model_len: size,
      /** LM Studio, for the loaded model. */
      loaded_context_length: size,
      /** Together, OpenRouter and gateways. */
      context_length: size,
      /** llama.cpp. Its `n_ctx_train` is the model's maximum, not the configured length. */
      meta: z.looseObject({ n_ctx: size }).nullish(),
    }),
  ),
});
const propsSchema = z.looseObject({ default_generation_settings: z.looseObject({ n_ctx: size }) });

const sizes = new WeakMap<ModelPort, Map<string, Promise<number | null>>>();

/**
 * Context length in tokens (request and reply together) that the server reports at `/v1/models`, llama.cpp's `/props`
 * or LM Studio's model list. Null if it reports none. Each server is queried once.
 */
export function contextSize(port: ModelPort, address: ModelAddress, key: string | null): Promise<number | null> {
  if (!tellers.has(address.provider)) return Promise.resolve(null);
  const known = sizes.get(port) ?? new Map<string, Promise<number | null>>();
  sizes.set(port, known);
  const name = `${address.baseUrl} ${address.model}`;
  const answer = known.get(name) ?? ask(port, address, key);
  known.set(name, answer);
  return answer;
}

async function ask(port: ModelPort, { baseUrl, model }: ModelAddress, key: string | null): Promise<number | null> {
  const root = baseUrl.replace(/\/v1$/, '');
  const get = (url: string) => jsonAt(port, url, openaiHeaders(key));
  const models = modelsSchema.safeParse(await get(`${baseUrl}/models`)).data?.data ?? [];
  // llama.cpp serves its only model under any name.
  const entry = models.find(({ id }) => id === model) ?? (models.length === 1 ? models[0] : undefined);
  const reportedSize =
    entry?.loaded_context_length ?? entry?.max_model_len ?? entry?.meta?.n_ctx ?? entry?.context_length;
  if (reportedSize != null) return reportedSize;
  const props = propsSchema.safeParse(await get(`${root}/props`)).data?.default_generation_settings.n_ctx;
  if (props != null) return props;
  const loaded = modelsSchema.safeParse(await get(`${root}/api/v0/models`)).data?.data;
  return loaded?.find(({ id }) => id === model)?.loaded_context_length ?? null;
}

/** Undefined unless the server returns JSON. The exchange is recorded, because later requests depend on it. */
async function jsonAt(port: ModelPort, url: string, headers: Record<string, string>): Promise<unknown> {
  const run = { exchanges: [], cassette: port.cassette, scope: 'context size', fetch: port.fetch };
  try {
    return await withExchanges(run, async () => {
      const answer = await exchangeFetch(url, { headers, signal: AbortSignal.timeout(limit) });
      return answer.ok ? ((await answer.json()) as unknown) : undefined;
    });
  } catch {
    // The context length is optional: without it, the agent shortens a request after the server rejects it.
    return undefined;
  }
}
