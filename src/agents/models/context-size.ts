import { z } from 'zod';
import { exchangeFetch, withExchanges } from './exchange.ts';
import type { ModelPort } from './model.ts';
import type { ModelAddress } from './model-name.ts';
import { openaiHeaders } from './wire/openai.ts';

/** How long a server may take to say it, in milliseconds. */
const limit = 5_000;
/** Servers of one's own, which hold a model with as much context as their owner gave it. */
const tellers = new Set(['ollama', 'vllm', 'sglang', 'llamacpp', 'lmstudio', 'compatible']);

const size = z.number().int().positive().nullish();
const modelsSchema = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      /** vLLM, SGLang. */
      max_model_len: size,
      /** LM Studio: of the model as it is loaded. */
      loaded_context_length: size,
      /** Together, OpenRouter and gateways. */
      context_length: size,
      /** llama.cpp; `n_ctx_train` beside it is what the model could have. */
      meta: z.looseObject({ n_ctx: size }).nullish(),
    }),
  ),
});
const propsSchema = z.looseObject({ default_generation_settings: z.looseObject({ n_ctx: size }) });

const sizes = new WeakMap<ModelPort, Map<string, Promise<number | null>>>();

/**
 * Tokens that a model takes, request and reply together, as its server tells (`/v1/models`, llama.cpp's `/props`, LM
 * Studio's own list); null where it doesn't. Each server is asked once.
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
  // llama.cpp takes any name for the one model that it has.
  const entry = models.find(({ id }) => id === model) ?? (models.length === 1 ? models[0] : undefined);
  const reportedSize =
    entry?.loaded_context_length ?? entry?.max_model_len ?? entry?.meta?.n_ctx ?? entry?.context_length;
  if (reportedSize != null) return reportedSize;
  const props = propsSchema.safeParse(await get(`${root}/props`)).data?.default_generation_settings.n_ctx;
  if (props != null) return props;
  const loaded = modelsSchema.safeParse(await get(`${root}/api/v0/models`)).data?.data;
  return loaded?.find(({ id }) => id === model)?.loaded_context_length ?? null;
}

/** What a server answers; undefined for anything but JSON. Cassettes keep it, since requests are made by it. */
async function jsonAt(port: ModelPort, url: string, headers: Record<string, string>): Promise<unknown> {
  const run = { exchanges: [], cassette: port.cassette, scope: 'context size', fetch: port.fetch };
  try {
    return await withExchanges(run, async () => {
      const answer = await exchangeFetch(url, { headers, signal: AbortSignal.timeout(limit) });
      return answer.ok ? ((await answer.json()) as unknown) : undefined;
    });
  } catch {
    // A server that can't say it is asked all the same: its rejection of a long request is understood too.
    return undefined;
  }
}
