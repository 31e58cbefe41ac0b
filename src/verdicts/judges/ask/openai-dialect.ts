import { thinks, tokensOfThinkers } from '../../../agents/models/thinking-models.ts';
import { chatAnswerSchema, chatUsage, openaiHeaders } from '../../../agents/models/wire/openai.ts';
import type { JudgeDialect, Question } from './dialect.ts';
import { jsonIn } from './json-in.ts';
import { oneVerdict } from './one-verdict.ts';
import { verdictName, verdictParameters } from './verdict.ts';

/** Models that accept neither `temperature` nor `max_tokens`, from any provider (`openai/o3`). */
const reasons = (model: string): boolean => /(?:^|\/)(?:o\d|gpt-5)/.test(model);

export const openaiDialect: JudgeDialect = {
  forms: () => ['tool', 'schema', 'words'],
  path: () => '/chat/completions',
  headers: openaiHeaders,
  body(model, question) {
    const { kind, messages, isOsHarm } = question;
    if (kind === 'caption')
      return {
        model,
        messages,
        max_completion_tokens: 1024,
        temperature: reasons(model) ? undefined : 0,
        seed: reasons(model) ? undefined : 0,
      };
    const { description, schema: parameters = verdictParameters } = question;
    const schema = { name: verdictName, description, parameters };
    if (question.form === 'words') return { model, messages, ...limits(model, question) };
    if (question.form === 'schema') {
      const format = { type: 'json_schema', json_schema: { name: verdictName, schema: parameters } };
      return { model, messages, response_format: format, ...limits(model, question) };
    }
    const form = isAsOsHarmAsks(model, isOsHarm)
      ? { functions: [schema], function_call: { name: verdictName } }
      : {
          tools: [{ type: 'function', function: schema }],
          tool_choice: { type: 'function', function: { name: verdictName } },
        };
    return { model, messages, ...form, ...limits(model, question) };
  },
  read(body) {
    const answer = chatAnswerSchema.parse(body);
    const { model, choices } = answer;
    const { message, finish_reason: finish } = choices[0] ?? {};
    const called = message?.function_call == null ? (message?.tool_calls ?? []) : [{ function: message.function_call }];
    const calls = called.map((call) => ({
      name: call.function.name ?? null,
      input: jsonIn(call.function.arguments ?? ''),
    }));
    return {
      // Servers of local models may not support tools, so plain JSON content counts as the verdict.
      value: calls.length === 0 ? jsonIn(message?.content ?? '') : oneVerdict(calls),
      text: message?.content ?? '',
      endedBy:
        message?.refusal ??
        (/^(?:stop|tool_calls|function_call)?$/.test(finish ?? '') ? undefined : (finish ?? undefined)),
      answeredBy: model ?? null,
      usage: chatUsage(answer),
    };
  },
};

/** OS-Harm's request works with o4-mini, but no other reasoning model accepts it. */
function isAsOsHarmAsks(model: string, isOsHarm: boolean): boolean {
  return isOsHarm && (!reasons(model) || model.startsWith('o4-mini'));
}

function limits(model: string, { isOsHarm }: Question): Record<string, unknown> {
  const plain = { temperature: 0, max_tokens: 2048, top_p: 1, frequency_penalty: 0, presence_penalty: 0 };
  if (isAsOsHarmAsks(model, isOsHarm))
    return model.startsWith('o4-mini')
      ? { temperature: 1, max_completion_tokens: 2048, top_p: 1, frequency_penalty: 0, presence_penalty: 0 }
      : plain;
  if (reasons(model)) return { max_completion_tokens: 8192 };
  return { temperature: 0, max_tokens: thinks(model) ? tokensOfThinkers : 2048 };
}
