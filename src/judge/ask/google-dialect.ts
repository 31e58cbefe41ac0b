import { z } from 'zod';
import type { ChatMessage, ChatPart } from '../chat.ts';
import type { JudgeDialect } from './dialect.ts';
import { verdictParameters } from './verdict.ts';

const replySchema = z.looseObject({
  modelVersion: z.string().nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().optional() }).optional(),
  candidates: z
    .array(
      z.looseObject({
        finishReason: z.string().optional(),
        content: z
          .looseObject({ parts: z.array(z.looseObject({ text: z.string().optional() })).optional() })
          .optional(),
      }),
    )
    .optional(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: z.number().optional(),
      candidatesTokenCount: z.number().optional(),
      thoughtsTokenCount: z.number().optional(),
      cachedContentTokenCount: z.number().optional(),
    })
    .optional(),
});

/** Gemini's generateContent, the verdict as JSON by a schema. */
export const googleDialect: JudgeDialect = {
  path: (model) => `/models/${encodeURIComponent(model)}:generateContent`,
  headers: (key): Record<string, string> => ({ 'x-goog-api-key': key ?? '' }),
  body(_, { kind, messages, schema }) {
    const system = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => parts(content));
    const structured =
      kind === 'verdict'
        ? { responseMimeType: 'application/json', responseJsonSchema: schema ?? verdictParameters }
        : {};
    return {
      contents: messages
        .filter(({ role }) => role === 'user')
        .map(({ content }) => ({ role: 'user', parts: parts(content) })),
      ...(system.length === 0 ? {} : { systemInstruction: { parts: system } }),
      generationConfig: { temperature: 0, ...structured },
    };
  },
  read(answer) {
    const { modelVersion, candidates, promptFeedback, usageMetadata: usage } = replySchema.parse(answer);
    const text = (candidates?.[0]?.content?.parts ?? []).map((one) => one.text ?? '').join('');
    const finish = candidates?.[0]?.finishReason;
    return {
      value: parsed(text),
      text,
      endedBy: promptFeedback?.blockReason ?? (finish === 'STOP' ? undefined : finish),
      answeredBy: modelVersion ?? null,
      usage: {
        inputTokens: usage?.promptTokenCount ?? 0,
        outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
        cachedInputTokens: usage?.cachedContentTokenCount ?? 0,
      },
    };
  },
};

function parts(content: ChatMessage['content']): Record<string, unknown>[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(part);
}

function part(one: ChatPart): Record<string, unknown> {
  if (one.type === 'text') return { text: one.text };
  return { inlineData: { mimeType: 'image/png', data: one.image_url.url.replace(/^data:image\/png;base64,/, '') } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
