import type { generateText, ModelMessage as SdkMessage, streamText } from 'ai';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import { currentExchanges } from '../exchange.ts';
import type { ModelMessage, ModelRequest } from '../messages.ts';
import type { Wire } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { hasEndMark } from '../outcome/stream-form.ts';
import { cachePoint } from './cache-point.ts';
import { type Reasoning, reasoningOptions } from './reasoning.ts';
import { reportedUsage } from './reported-usage.ts';
import type { SdkModelLoader } from './sdk-model.ts';

// Warnings on the terminal would break the progress display. The recorded request shows which parameters were omitted.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Calls a model through the AI SDK, which omits parameters that the model doesn't support. */
export function sdkText(
  load: SdkModelLoader,
  options: { stream?: boolean; provider: string; reasoning?: Reasoning | undefined },
): Wire {
  const ready = () => Promise.all([import('ai'), load()]);
  const wire: Wire = async (request, signal) => {
    const [sdk, model] = await ready();
    const call = {
      model,
      messages: request.messages.map(sdkMessage),
      allowSystemInMessages: true,
      maxRetries: 0,
      abortSignal: signal,
      ...parameters(request),
      ...reasoningOptions(options.provider, options.reasoning),
    };
    // Bedrock streams binary frames, which can't be recorded as text.
    const isStreamed = options.stream === true && options.provider !== 'bedrock';
    const result = isStreamed ? await streamed(call, sdk) : await sdk.generateText(call);
    return {
      text: result.text,
      isBlank: result.text.trim() === '',
      stopReason: result.rawFinishReason,
      usage: reportedUsage({
        input: result.usage.inputTokens,
        output: result.usage.outputTokens,
        cached: result.usage.inputTokenDetails?.cacheReadTokens,
        cacheWrite: result.usage.inputTokenDetails?.cacheWriteTokens ?? 0,
      }),
    };
  };
  return Object.assign(wire, { ready });
}

type Call = Parameters<typeof generateText>[0];

async function streamed(
  call: Call,
  { streamText: start, InvalidResponseDataError }: Pick<typeof import('ai'), 'streamText' | 'InvalidResponseDataError'>,
) {
  let failure: unknown = null;
  const stream = start({
    ...call,
    onError: ({ error }) => {
      failure ??= error;
    },
  } as Parameters<typeof streamText>[0]);
  await stream.consumeStream({
    onError: (error) => {
      failure ??= error;
    },
  });
  const isWhole = hasEndMark(currentExchanges().at(-1)?.response ?? '');
  // Some packages reject a stream without a finish reason. It is complete if it contains its end mark.
  if (failure !== null && !(isWhole && InvalidResponseDataError.isInstance(failure))) throw failure;
  const rawFinishReason = await stream.rawFinishReason;
  if (rawFinishReason === undefined && !isWhole) throw new ModelError('unreadable-reply', 'The stream ended early.');
  return { text: await stream.text, rawFinishReason, usage: await stream.usage };
}

function parameters(request: ModelRequest) {
  return withoutUndefined({
    temperature: request.temperature,
    topP: request.topP,
    maxOutputTokens: request.maxTokens ?? undefined,
  });
}

function sdkMessage(message: ModelMessage): SdkMessage {
  const point = message.isCachePoint === true ? { providerOptions: cachePoint } : {};
  if (message.role === 'system') return { role: 'system', content: texts(message), ...point };
  if (message.role === 'assistant')
    return { role: 'assistant', content: [{ type: 'text', text: texts(message) }], ...point };
  return {
    role: 'user',
    ...point,
    content: message.parts.map((part) =>
      part.type === 'text'
        ? { type: 'text' as const, text: part.text }
        : {
            type: 'file' as const,
            mediaType: 'image/png',
            data: part.png,
            providerOptions: { openai: { imageDetail: 'high' } },
          },
    ),
  };
}

function texts(message: ModelMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
