import type { LanguageModelV4 } from '@ai-sdk/provider';
import { currentExchanges, lastExchange } from '../../../agents/models/exchange.ts';
import type { WireReply } from '../../../agents/models/model.ts';
import type { ModelAddress } from '../../../agents/models/model-name.ts';
import type { ModelEnvironment } from '../../../agents/models/providers.ts';
import { thinks, tokensOfThinkers } from '../../../agents/models/thinking-models.ts';
import { sdkModelLoader } from '../../../agents/models/wire/sdk-model.ts';
import { tokenUsage } from '../../../agents/models/wire/sdk-usage.ts';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import type { ChatMessage } from '../chat.ts';
import type { Answer, Question } from './dialect.ts';
import { jsonIn } from './json-in.ts';
import { oneVerdict } from './one-verdict.ts';
import { verdictName, verdictParameters } from './verdict.ts';

type CallOptions = Parameters<LanguageModelV4['doGenerate']>[0];
type Reply = WireReply & Answer & { response: unknown };

/** Requests verdicts from clouds that only the AI SDK supports (Bedrock, Vertex, Azure). */
export function sdkVerdict(address: ModelAddress, key: string | null, environment: ModelEnvironment) {
  const load = sdkModelLoader(address, key, environment);
  return async (question: Question, signal: AbortSignal): Promise<Reply> => {
    const model = await load();
    const result = await model.doGenerate({
      prompt: promptOf(question.messages),
      maxOutputTokens: thinks(address.model) ? tokensOfThinkers : question.kind === 'caption' ? 1024 : 2048,
      temperature: 0,
      abortSignal: signal,
      ...formOf(question),
    });
    const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    const calls = result.content.flatMap((part) =>
      part.type === 'tool-call' ? [{ name: part.toolName, input: jsonIn(part.input) }] : [],
    );
    const { response } = lastExchange(currentExchanges());
    return {
      value: calls.length === 0 ? jsonIn(text) : oneVerdict(calls),
      text,
      endedBy: /^(?:stop|tool-calls)$/.test(result.finishReason.unified) ? undefined : result.finishReason.unified,
      answeredBy: result.response?.modelId ?? null,
      usage: tokenUsage(result.usage),
      response: jsonIn(response) ?? response,
      isBlank: calls.length === 0 && text.trim() === '',
      stopReason: result.finishReason.raw,
    };
  };
}

function formOf({ kind, form, schema, description }: Question): Partial<CallOptions> {
  const inputSchema = (schema ?? verdictParameters) as NonNullable<
    Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>['inputSchema']
  >;
  if (kind === 'caption' || form === 'words') return {};
  if (form === 'schema') return { responseFormat: { type: 'json', schema: inputSchema, name: verdictName } };
  return {
    tools: [{ type: 'function', name: verdictName, inputSchema, ...withoutUndefined({ description }) }],
    toolChoice: { type: 'tool', toolName: verdictName },
  };
}

function promptOf(messages: readonly ChatMessage[]): CallOptions['prompt'] {
  return messages.map(({ role, content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    if (role === 'system')
      return { role, content: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') };
    return {
      role,
      content: parts.map((part) =>
        part.type === 'text'
          ? { type: 'text' as const, text: part.text }
          : {
              type: 'file' as const,
              mediaType: 'image/png',
              data: { type: 'data' as const, data: part.image_url.url.replace(/^data:image\/png;base64,/, '') },
            },
      ),
    };
  });
}
