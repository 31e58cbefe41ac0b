import { z } from 'zod';
import type { ChatMessage, ChatPart } from '../chat.ts';
import type { JudgeDialect } from './dialect.ts';
import { verdictName, verdictParameters } from './verdict.ts';

const replySchema = z.looseObject({
  model: z.string().nullish(),
  stop_reason: z.string().nullish(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() })),
  usage: z
    .looseObject({ input_tokens: z.number(), output_tokens: z.number(), cache_read_input_tokens: z.number().nullish() })
    .nullish(),
});

/** Anthropic's messages, the verdict as the input of a tool that must be called. */
export const anthropicDialect: JudgeDialect = {
  path: () => '/messages',
  headers: (key): Record<string, string> => ({ 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' }),
  body(model, { kind, messages, schema, isOsHarm }) {
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => plainText(content));
    const turns = messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => ({ role: 'user', content: typeof content === 'string' ? content : content.map(part) }));
    const common = { model, messages: turns, ...(system.length === 0 ? {} : { system: system.join('\n') }) };
    if (kind === 'caption') return { ...common, max_tokens: 1024 };
    return {
      ...common,
      max_tokens: 2048,
      // OS-Harm leaves the temperature to the provider.
      ...(isOsHarm ? {} : { temperature: 0 }),
      tools: [{ name: verdictName, input_schema: schema ?? verdictParameters }],
      tool_choice: { type: 'tool', name: verdictName },
    };
  },
  read(answer) {
    const { model, content, usage, stop_reason: stop } = replySchema.parse(answer);
    return {
      value: content.find((block) => block.input !== undefined)?.input,
      text: content.map((block) => block.text ?? '').join(''),
      endedBy: /^(?:end_turn|tool_use|stop_sequence)?$/.test(stop ?? '') ? undefined : (stop ?? undefined),
      answeredBy: model ?? null,
      usage: {
        inputTokens: (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0),
        outputTokens: usage?.output_tokens ?? 0,
        cachedInputTokens: usage?.cache_read_input_tokens ?? 0,
      },
    };
  },
};

function plainText(content: ChatMessage['content']): string {
  return typeof content === 'string' ? content : content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
}

function part(one: ChatPart): Record<string, unknown> {
  if (one.type === 'text') return { type: 'text', text: one.text };
  const data = one.image_url.url.replace(/^data:image\/png;base64,/, '');
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}
