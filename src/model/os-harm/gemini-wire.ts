import { geminiAnswerSchema, geminiText, geminiUsage } from '../gemini-answer.ts';
import type { ModelMessage, ModelReply } from '../messages.ts';
import type { Wire } from '../model.ts';
import type { ModelAddress } from '../model-name.ts';
import { refusalIn } from '../refusal.ts';
import { base64, postJson } from './post-json.ts';

const harms = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
];

/**
 * Gemini as OS-Harm asks it: a system instruction, the picture before the text, no output limit, no category blocked. OS-Harm goes
 * through Google's Python package; this is the same request in the form of the public HTTP interface.
 */
export function geminiWire(address: ModelAddress, key: string | null): Wire {
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
      ...(system === null ? {} : { systemInstruction: { parts: system.parts.slice(0, 1).map(geminiPart) } }),
      generationConfig: { candidateCount: 1, topP: request.topP, temperature: request.temperature },
      safetySettings: harms.map((category) => ({ category, threshold: 'BLOCK_NONE' })),
    };
    const url = `${address.baseUrl}/models/${encodeURIComponent(address.model)}:generateContent`;
    return geminiReply(await postJson(url, { 'x-goog-api-key': key ?? '' }, body, signal));
  };
}

function geminiPart(part: ModelMessage['parts'][number]) {
  return part.type === 'text' ? { text: part.text } : { inlineData: { mimeType: 'image/png', data: base64(part.png) } };
}

function geminiReply(body: unknown): ModelReply {
  const answer = geminiAnswerSchema.parse(body);
  const refusal = refusalIn(JSON.stringify(body));
  return {
    text: geminiText(answer),
    finish: refusal !== null ? 'refusal' : answer.candidates?.[0]?.finishReason === 'MAX_TOKENS' ? 'length' : 'stop',
    refusal,
    usage: geminiUsage(answer),
  };
}
