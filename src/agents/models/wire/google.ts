import { z } from 'zod';
import type { ModelMessage, ModelReply, TokenUsage } from '../messages.ts';
import type { Wire } from '../model.ts';
import type { ModelAddress } from '../model-name.ts';
import { base64, postJson } from './post-json.ts';
import { reportedUsage, tokenCount } from './reported-usage.ts';

const partSchema = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z
    .looseObject({ id: z.string().optional(), name: z.string(), args: z.record(z.string(), z.unknown()).optional() })
    .optional(),
});

/** The fields that we read from Gemini's responses. Source: Gemini API reference, “GenerateContentResponse”. */
export const geminiAnswerSchema = z.looseObject({
  modelVersion: z.string().nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().optional() }).optional(),
  candidates: z
    .array(
      z.looseObject({
        finishReason: z.string().optional(),
        content: z.looseObject({ parts: z.array(partSchema).optional() }).optional(),
      }),
    )
    .optional(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: tokenCount,
      toolUsePromptTokenCount: tokenCount,
      candidatesTokenCount: tokenCount,
      thoughtsTokenCount: tokenCount,
      cachedContentTokenCount: tokenCount,
      totalTokenCount: tokenCount,
    })
    .nullish(),
});
type GeminiAnswer = z.infer<typeof geminiAnswerSchema>;

export function geminiText({ candidates }: GeminiAnswer): string {
  return (candidates?.[0]?.content?.parts ?? [])
    .map((part) => (part.thought === true ? '' : (part.text ?? '')))
    .join('');
}

/** Counts thinking as output. Gemini omits zeros: a total without an output count means no output. */
export function geminiUsage({ usageMetadata: usage }: GeminiAnswer): TokenUsage | null {
  if (usage == null) return null;
  const { promptTokenCount: prompt, candidatesTokenCount: said, thoughtsTokenCount: thought } = usage;
  const isOutputKnown = said != null || thought != null || usage.totalTokenCount != null;
  return reportedUsage({
    input: prompt == null ? null : prompt + (usage.toolUsePromptTokenCount ?? 0),
    output: isOutputKnown ? (said ?? 0) + (thought ?? 0) : null,
    cached: usage.cachedContentTokenCount,
  });
}

export function geminiHeaders(key: string | null): Record<string, string> {
  return { 'x-goog-api-key': key ?? '' };
}

export function geminiPath(model: string): string {
  return `/models/${encodeURIComponent(model)}:generateContent`;
}

const harms = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
];

/**
 * OS-Harm's request to Gemini: a system instruction, pictures before text, no output limit, all safety filters off.
 * OS-Harm uses Google's Python package; this is the equivalent HTTP request.
 */
export function osHarmGemini(address: ModelAddress, key: string | null): Wire {
  return async (request, signal) => {
    const [first, ...rest] = request.messages;
    const system = first?.role === 'system' ? first : null;
    const turns = system === null ? request.messages : rest;
    const body = {
      contents: turns.map((message) => ({
        role: message.role === 'assistant' ? 'model' : 'user',
        parts: [
          ...message.parts.filter((part) => part.type === 'image'),
          ...message.parts.filter((part) => part.type === 'text'),
        ].map(geminiPart),
      })),
      systemInstruction: system === null ? undefined : { parts: system.parts.slice(0, 1).map(geminiPart) },
      generationConfig: { candidateCount: 1, topP: request.topP, temperature: request.temperature },
      safetySettings: harms.map((category) => ({ category, threshold: 'BLOCK_NONE' })),
    };
    return geminiReply(
      await postJson(`${address.baseUrl}${geminiPath(address.model)}`, geminiHeaders(key), body, signal),
    );
  };
}

function geminiPart(part: ModelMessage['parts'][number]) {
  return part.type === 'text' ? { text: part.text } : { inlineData: { mimeType: 'image/png', data: base64(part.png) } };
}

function geminiReply(body: unknown): ModelReply {
  const answer = geminiAnswerSchema.parse(body);
  const text = geminiText(answer);
  return { text, isBlank: text.trim() === '', usage: geminiUsage(answer) };
}
