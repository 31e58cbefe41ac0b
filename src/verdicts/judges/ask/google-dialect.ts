import {
  geminiAnswerSchema,
  geminiHeaders,
  geminiPath,
  geminiText,
  geminiUsage,
} from '../../../agents/models/wire/google.ts';
import type { ChatMessage, ChatPart } from '../chat.ts';
import type { JudgeDialect } from './dialect.ts';
import { jsonIn } from './json-in.ts';
import { verdictParameters } from './verdict.ts';

export const googleDialect: JudgeDialect = {
  forms: () => ['schema', 'words'],
  path: geminiPath,
  headers: geminiHeaders,
  body(_, { kind, messages, schema, form }) {
    const system = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => parts(content));
    const structured =
      kind === 'verdict' && form !== 'words'
        ? { responseMimeType: 'application/json', responseJsonSchema: schema ?? verdictParameters }
        : {};
    return {
      contents: messages
        .filter(({ role }) => role === 'user')
        .map(({ content }) => ({ role: 'user', parts: parts(content) })),
      systemInstruction: system.length === 0 ? undefined : { parts: system },
      generationConfig: { temperature: 0, ...structured },
    };
  },
  read(body) {
    const answer = geminiAnswerSchema.parse(body);
    const text = geminiText(answer);
    const finish = answer.candidates?.[0]?.finishReason;
    return {
      value: jsonIn(text),
      text,
      endedBy: answer.promptFeedback?.blockReason ?? (finish === 'STOP' ? undefined : finish),
      answeredBy: answer.modelVersion ?? null,
      usage: geminiUsage(answer),
    };
  },
};

function parts(content: ChatMessage['content']): Record<string, unknown>[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(part);
}

function part(chatPart: ChatPart): Record<string, unknown> {
  if (chatPart.type === 'text') return { text: chatPart.text };
  return {
    inlineData: { mimeType: 'image/png', data: chatPart.image_url.url.replace(/^data:image\/png;base64,/, '') },
  };
}
