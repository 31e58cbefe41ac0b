import { z } from 'zod';
import type { TokenUsage } from './messages.ts';

/** What we read of an answer of Gemini’s generateContent. Source: the reference of Google’s Gemini API, “GenerateContentResponse”. */
export const geminiAnswerSchema = z.looseObject({
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
type GeminiAnswer = z.infer<typeof geminiAnswerSchema>;

/** The first candidate’s text; empty where there is none. */
export function geminiText({ candidates }: GeminiAnswer): string {
  return (candidates?.[0]?.content?.parts ?? []).map((part) => part.text ?? '').join('');
}

/** Tokens, thinking counted as output. */
export function geminiUsage({ usageMetadata: usage }: GeminiAnswer): TokenUsage {
  return {
    inputTokens: usage?.promptTokenCount ?? 0,
    outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
    cachedInputTokens: usage?.cachedContentTokenCount ?? 0,
  };
}
