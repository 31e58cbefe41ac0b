import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import type { ModelMessage, ModelReply, TokenUsage } from '../messages.ts';
import type { Wire } from '../model.ts';
import type { ModelAddress } from '../model-name.ts';
import { dataUrl, postJson } from './post-json.ts';
import { reportedUsage, tokenCount } from './reported-usage.ts';

const callSchema = z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() });

/** The fields that we read from chat completions. Source: OpenAI's API reference, “The chat completion object”. */
export const chatAnswerSchema = z.looseObject({
  model: z.string().nullish(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          function_call: callSchema.nullish(),
          tool_calls: z.array(z.looseObject({ function: callSchema })).nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .looseObject({
      prompt_tokens: tokenCount,
      completion_tokens: tokenCount,
      prompt_tokens_details: z.looseObject({ cached_tokens: tokenCount }).nullish(),
    })
    .nullish(),
});

export function chatUsage({ usage }: z.infer<typeof chatAnswerSchema>): TokenUsage | null {
  return reportedUsage({
    input: usage?.prompt_tokens,
    output: usage?.completion_tokens,
    cached: usage?.prompt_tokens_details?.cached_tokens,
  });
}

export function openaiHeaders(key: string | null): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** OS-Harm's request to OpenAI: every content is a list of parts, and `o…` models receive no parameters. */
export function osHarmOpenai(address: ModelAddress, key: string | null): Wire {
  return async (request, signal) => {
    const { maxTokens, topP, temperature } = takesNoParameters(address) ? {} : request;
    const body = {
      model: address.model,
      messages: request.messages.map(({ role, parts }) => ({ role, content: parts.map(openaiPart) })),
      max_tokens: maxTokens ?? undefined,
      top_p: topP,
      temperature,
    };
    return chatReply(await post(address, key, body, signal));
  };
}

/** OS-Harm checks only the first letter, which misclassifies other providers' models (`openai/gpt-4.1`, `orca`). */
function takesNoParameters({ provider, model }: ModelAddress): boolean {
  return provider === 'openai' ? model.startsWith('o') : /(?:^|\/)o\d/.test(model);
}

/** OS-Harm's request to text-only services (Together, Groq): each content is the text of the last part. */
export function osHarmTextOnly(address: ModelAddress, key: string | null): Wire {
  return async (request, signal) => {
    const body = {
      messages: request.messages.map((message) => ({ role: message.role, content: onlyText(address, message) })),
      model: address.model,
      max_tokens: request.maxTokens ?? undefined,
      top_p: request.topP,
      temperature: request.temperature,
    };
    return chatReply(await post(address, key, body, signal));
  };
}

export function noPictures({ name }: ModelAddress): UsageError {
  return new UsageError(`${name} accepts no pictures under the profile os-harm.`, {
    code: 'model-text-only',
    hint: 'Use --observation-type a11y_tree.',
  });
}

function post(address: ModelAddress, key: string | null, body: unknown, signal: AbortSignal): Promise<unknown> {
  return postJson(`${address.baseUrl}/chat/completions`, openaiHeaders(key), body, signal);
}

function openaiPart(part: ModelMessage['parts'][number]) {
  return part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image_url', image_url: { url: dataUrl(part.png), detail: 'high' } };
}

function onlyText(address: ModelAddress, message: ModelMessage): string {
  if (message.parts.some((part) => part.type === 'image')) {
    throw noPictures(address);
  }
  const last = message.parts.at(-1);
  return last?.type === 'text' ? last.text : '';
}

function chatReply(body: unknown): ModelReply {
  const answer = chatAnswerSchema.parse(body);
  const text = answer.choices[0]?.message.content ?? '';
  return { text, isBlank: text.trim() === '', usage: chatUsage(answer) };
}
