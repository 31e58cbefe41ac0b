import { z } from 'zod';
import type { ModelReply } from '../messages.ts';
import type { Wire } from '../model.ts';
import type { ModelAddress } from '../model-name.ts';
import { dataUrl, postJson } from './post-json.ts';
import { reportedUsage, tokenCount } from './reported-usage.ts';

const contentSchema = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish();
const replySchema = z.looseObject({
  output: z.looseObject({
    choices: z
      .array(z.looseObject({ finish_reason: z.string().nullish(), message: z.looseObject({ content: contentSchema }) }))
      .min(1),
  }),
  usage: z.looseObject({ input_tokens: tokenCount, output_tokens: tokenCount }).nullish(),
});

/** OS-Harm's request to DashScope's native API. Pictures are sent inline, not uploaded as temporary files. */
export function osHarmQwen(address: ModelAddress, key: string | null): Wire {
  const service = address.model.includes('-vl') ? 'multimodal-generation' : 'text-generation';
  const base = address.baseUrl.replace(/\/compatible-mode\/v1$/, '/api/v1');
  return async (request, signal) => {
    const body = {
      model: address.model,
      input: {
        messages: request.messages.map(({ role, parts }) => ({
          role,
          content: parts.map((part) => (part.type === 'text' ? { text: part.text } : { image: dataUrl(part.png) })),
        })),
      },
      parameters: {
        result_format: 'message',
        max_length: request.maxTokens ?? undefined,
        top_p: request.topP,
        temperature: request.temperature,
      },
    };
    const headers = { authorization: `Bearer ${key ?? ''}` };
    return qwenReply(await postJson(`${base}/services/aigc/${service}/generation`, headers, body, signal));
  };
}

function qwenReply(answer: unknown): ModelReply {
  const { output, usage } = replySchema.parse(answer);
  const content = output.choices[0]?.message.content ?? '';
  const text = typeof content === 'string' ? content : (content[0]?.text ?? '');
  return {
    text,
    isBlank: text.trim() === '',
    usage: reportedUsage({ input: usage?.input_tokens, output: usage?.output_tokens }),
  };
}
