import { thinks, tokensOfThinkers } from '../../../agents/models/thinking-models.ts';
import { anthropicAnswerSchema, anthropicHeaders, anthropicUsage } from '../../../agents/models/wire/anthropic.ts';
import type { ChatMessage, ChatPart } from '../chat.ts';
import type { JudgeDialect, VerdictForm } from './dialect.ts';
import { jsonIn } from './json-in.ts';
import { oneVerdict } from './one-verdict.ts';
import { verdictName, verdictParameters } from './verdict.ts';

/** Models that reject a forced tool call. Future models are assumed to do so too. */
const refusesForcedTool = (model: string): boolean =>
  /^claude-(?:(?:opus|sonnet)-(?:5-[5-9](?!\d)|[6-9])|(?:fable|mythos)-(?:5-[1-9](?!\d)|[6-9])|haiku-[6-9])/.test(
    model,
  );
const refusesTemperature = (model: string): boolean =>
  /^claude-(?:opus-4-[7-9](?!\d)|(?:opus|sonnet|haiku)-[5-9]|fable|mythos)/.test(model);

const formsOf = (model: string): readonly VerdictForm[] =>
  refusesForcedTool(model) ? ['schema', 'words'] : ['tool', 'schema', 'words'];

/** Requests the verdict as input of a forced tool call, or as JSON by a schema from models that reject one. */
export const anthropicDialect: JudgeDialect = {
  forms: formsOf,
  path: () => '/messages',
  headers: anthropicHeaders,
  body(model, { kind, messages, schema, description, isOsHarm, form = formsOf(model)[0] }) {
    const systemTexts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
    // OS-Harm passes its single system message unchanged, as a string or a list.
    const system = isOsHarm && systemTexts.length === 1 ? systemTexts[0] : systemTexts.map(plainText).join('\n');
    const turns = messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => ({ role: 'user', content: typeof content === 'string' ? content : content.map(part) }));
    const common = { model, messages: turns, system: systemTexts.length === 0 ? undefined : system };
    if (kind === 'caption') return { ...common, max_tokens: 1024 };
    if (form === 'words') return { ...common, max_tokens: thinks(model) ? tokensOfThinkers : 2048 };
    // These models reject OS-Harm's request, so there are no results to stay comparable with.
    if (form === 'schema') {
      const format = { type: 'json_schema', schema: closed(schema ?? verdictParameters) };
      return { ...common, max_tokens: thinks(model) ? tokensOfThinkers : 2048, output_config: { format } };
    }
    return {
      ...common,
      max_tokens: 2048,
      // OS-Harm uses the provider's default temperature.
      temperature: isOsHarm || refusesTemperature(model) ? undefined : 0,
      tools: [
        {
          name: verdictName,
          description,
          input_schema: schema ?? verdictParameters,
        },
      ],
      tool_choice: { type: 'tool', name: verdictName },
    };
  },
  read(body) {
    const answer = anthropicAnswerSchema.parse(body);
    const { model, content, stop_reason: stop } = answer;
    const text = content.map((block) => block.text ?? '').join('');
    const calls = content.flatMap(({ name, input }) => (input === undefined ? [] : [{ name: name ?? null, input }]));
    return {
      value: calls.length === 0 ? jsonIn(text) : oneVerdict(calls),
      text,
      endedBy: /^(?:end_turn|tool_use|stop_sequence)?$/.test(stop ?? '') ? undefined : (stop ?? undefined),
      answeredBy: model ?? null,
      usage: anthropicUsage(answer),
    };
  },
};

/** Sets `additionalProperties: false` on every object, as structured outputs require. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return inside.type === 'object' ? { ...inside, additionalProperties: false } : inside;
}

function plainText(content: ChatMessage['content']): string {
  return typeof content === 'string'
    ? content
    : content.map((chatPart) => (chatPart.type === 'text' ? chatPart.text : '')).join('\n');
}

function part(chatPart: ChatPart): Record<string, unknown> {
  if (chatPart.type === 'text') return { type: 'text', text: chatPart.text };
  const data = chatPart.image_url.url.replace(/^data:image\/png;base64,/, '');
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}
