import { z } from 'zod';
import type { JudgeDialect, Question } from './dialect.ts';
import { verdictName, verdictParameters } from './verdict.ts';

const callSchema = z.looseObject({ arguments: z.string().nullish() });
const replySchema = z.looseObject({
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
      prompt_tokens: z.number(),
      completion_tokens: z.number(),
      prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

/** Models that take neither temperature nor `max_tokens`, whoever serves them (`openai/o3`). */
const reasons = (model: string): boolean => /(?:^|\/)(?:o\d|gpt-5)/.test(model);

/** OpenAI's chat completions, and whoever speaks them. */
export const openaiDialect: JudgeDialect = {
  path: () => '/chat/completions',
  headers: (key): Record<string, string> => (key === null ? {} : { authorization: `Bearer ${key}` }),
  body(model, question) {
    const { kind, messages, isOsHarm } = question;
    if (kind === 'caption')
      return {
        model,
        messages,
        max_completion_tokens: 1024,
        ...(reasons(model) ? {} : { temperature: 0, seed: 0 }),
      };
    const schema = { name: verdictName, parameters: question.schema ?? verdictParameters };
    const form = isAsOsHarmAsks(model, isOsHarm)
      ? { functions: [schema], function_call: { name: verdictName } }
      : {
          tools: [{ type: 'function', function: schema }],
          tool_choice: { type: 'function', function: { name: verdictName } },
        };
    return { model, messages, ...form, ...limits(model, question) };
  },
  read(answer) {
    const { model, choices, usage } = replySchema.parse(answer);
    const { message, finish_reason: finish } = choices[0] ?? {};
    const given = message?.function_call?.arguments ?? message?.tool_calls?.[0]?.function.arguments;
    return {
      // Servers of local models may know no tools: there an answer that is JSON and nothing else is one.
      value: parsed(given ?? bareJson(message?.content ?? '')),
      text: message?.content ?? '',
      endedBy:
        message?.refusal ??
        (/^(?:stop|tool_calls|function_call)?$/.test(finish ?? '') ? undefined : (finish ?? undefined)),
      answeredBy: model ?? null,
      usage: {
        inputTokens: usage?.prompt_tokens ?? 0,
        outputTokens: usage?.completion_tokens ?? 0,
        cachedInputTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
      },
    };
  },
};

/** OS-Harm's request knows one reasoning model; the others turn it away, so that there is nothing to be comparable with. */
function isAsOsHarmAsks(model: string, isOsHarm: boolean): boolean {
  return isOsHarm && (!reasons(model) || model.startsWith('o4-mini'));
}

function limits(model: string, { isOsHarm }: Question): Record<string, unknown> {
  const plain = { temperature: 0, max_tokens: 2048, top_p: 1, frequency_penalty: 0, presence_penalty: 0 };
  if (isAsOsHarmAsks(model, isOsHarm))
    return model.startsWith('o4-mini')
      ? { temperature: 1, max_completion_tokens: 2048, top_p: 1, frequency_penalty: 0, presence_penalty: 0 }
      : plain;
  return reasons(model) ? { max_completion_tokens: 8192 } : { temperature: 0, max_tokens: 2048 };
}

/** Text without the one fence around all of it. */
function bareJson(text: string): string {
  return /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? text;
}

/** Arguments are JSON text; text that isn't any is no answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
