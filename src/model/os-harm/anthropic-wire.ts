import { z } from 'zod';
import type { ModelMessage, ModelReply } from '../messages.ts';
import type { Wire } from '../model.ts';
import type { ModelAddress } from '../model-name.ts';
import { refusalIn } from '../refusal.ts';
import { base64, postJson } from './post-json.ts';

const replySchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: z
    .looseObject({ input_tokens: z.number(), output_tokens: z.number(), cache_read_input_tokens: z.number().nullish() })
    .nullish(),
});

/** Anthropic's messages as OS-Harm asks them: the system text goes first into the first user turn; temperature and top_p are both sent. */
export function anthropicWire(address: ModelAddress, key: string | null): Wire {
  return async (request, signal) => {
    const messages = request.messages.map(({ role, parts }) => ({ role, content: parts.map(anthropicPart) }));
    const [first, second] = messages;
    if (first?.role === 'system' && second !== undefined) {
      second.content.unshift(...first.content.slice(0, 1));
      messages.shift();
    }
    const body = {
      model: address.model,
      max_tokens: request.maxTokens,
      messages,
      temperature: request.temperature,
      top_p: request.topP,
    };
    const headers = { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' };
    return anthropicReply(await postJson(`${address.baseUrl}/messages`, headers, body, signal));
  };
}

function anthropicPart(part: ModelMessage['parts'][number]) {
  return part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64(part.png) } };
}

function anthropicReply(answer: unknown): ModelReply {
  const { content, stop_reason, usage } = replySchema.parse(answer);
  const refusal = refusalIn(JSON.stringify(answer));
  return {
    // OS-Harm takes the first block; where that one is no text (thinking), the first that is.
    text: content.find((block) => block.text !== undefined)?.text ?? '',
    finish: refusal !== null ? 'refusal' : stop_reason === 'max_tokens' ? 'length' : 'stop',
    refusal,
    usage: {
      inputTokens: (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0),
      outputTokens: usage?.output_tokens ?? 0,
      cachedInputTokens: usage?.cache_read_input_tokens ?? 0,
    },
  };
}
