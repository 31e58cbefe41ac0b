import { z } from 'zod';
import type { ModelMessage, ModelReply, TokenUsage } from '../messages.ts';
import type { Wire } from '../model.ts';
import type { ModelAddress } from '../model-name.ts';
import { tokensOfThinkers } from '../thinking-models.ts';
import { type ComputerTurn, type ComputerWire, functionAnswer } from './computer.ts';
import type { ComputerTool } from './computer-tools.ts';
import { base64, postJson } from './post-json.ts';
import { type Reasoning, reasoningOptions } from './reasoning.ts';
import { reportedUsage, tokenCount } from './reported-usage.ts';
import {
  type SdkComputerForm,
  type SdkMessage,
  sdkComputer,
  sdkFunctionAnswer,
  sdkPicture,
  sdkToolName,
} from './sdk-computer.ts';
import type { SdkModelLoader } from './sdk-model.ts';

/** The fields that we read from Anthropic's responses. Source: Anthropic's API reference, “Create a Message”. */
export const anthropicAnswerSchema = z.looseObject({
  model: z.string().nullish(),
  stop_reason: z.string().nullish(),
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      name: z.string().optional(),
      input: z.unknown().optional(),
    }),
  ),
  usage: z
    .looseObject({
      input_tokens: tokenCount,
      output_tokens: tokenCount,
      cache_read_input_tokens: tokenCount,
      cache_creation_input_tokens: tokenCount,
    })
    .nullish(),
});

/** Counts tokens read from or written to the cache as input. */
export function anthropicUsage({ usage }: z.infer<typeof anthropicAnswerSchema>): TokenUsage | null {
  const plain = usage?.input_tokens;
  const cached = usage?.cache_read_input_tokens ?? 0;
  const cacheWrite = usage?.cache_creation_input_tokens ?? 0;
  const input = plain == null ? null : plain + cached + cacheWrite;
  return reportedUsage({ input, output: usage?.output_tokens, cached, cacheWrite });
}

export function anthropicHeaders(key: string | null): Record<string, string> {
  return { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' };
}

/** OS-Harm's request to Anthropic: the system text starts the first user turn; temperature and top_p are sent. */
export function osHarmAnthropic(address: ModelAddress, key: string | null): Wire {
  return async (request, signal) => {
    const messages = request.messages.map(({ role, parts }) => ({ role, content: parts.map(anthropicPart) }));
    const [first, second] = messages;
    if (first?.role === 'system' && second !== undefined) {
      second.content.unshift(...first.content.slice(0, 1));
      messages.shift();
    }
    const body = {
      model: address.model,
      max_tokens: request.maxTokens ?? undefined,
      messages,
      temperature: request.temperature,
      top_p: request.topP,
    };
    return anthropicReply(await postJson(`${address.baseUrl}/messages`, anthropicHeaders(key), body, signal));
  };
}

function anthropicPart(part: ModelMessage['parts'][number]) {
  return part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64(part.png) } };
}

function anthropicReply(body: unknown): ModelReply {
  const answer = anthropicAnswerSchema.parse(body);
  // OS-Harm uses the first block. If that isn't text (e.g. thinking), we use the first text block.
  const text = answer.content.find((block) => block.text !== undefined)?.text ?? '';
  return { text, isBlank: text.trim() === '', usage: anthropicUsage(answer) };
}

type AnthropicTool = Extract<ComputerTool, `computer_2${string}` | `computer_toolset${string}`>;

/** Anthropic's computer tools: one tool with actions, or a toolset with one tool per action. */
export function anthropicComputer(
  load: SdkModelLoader,
  { provider }: ModelAddress,
  tool: AnthropicTool,
  reasoning: Reasoning | undefined,
): ComputerWire {
  const form: SdkComputerForm = {
    tool: ({ width, height }) => ({
      type: 'provider',
      id: `anthropic.${tool}`,
      name: sdkToolName,
      // Zoom is disabled: the agent sees the whole screen after every action.
      args:
        tool === 'computer_toolset_20260801'
          ? { configs: { zoom: { enabled: false } } }
          : { displayWidthPx: width, displayHeightPx: height, displayNumber: 1 },
    }),
    // The API requires a limit.
    limits: ({ maxTokens, temperature }) => ({ maxOutputTokens: maxTokens ?? tokensOfThinkers, temperature }),
    options: () => reasoningOptions(provider, reasoning),
    results,
    safetyChecks: () => [],
  };
  return { ask: sdkComputer(load, form), needsOldPictures: false };
}

/** The last result contains the picture. An error, or a function's answer, is text only, so the picture follows it. */
function results({ results: calls, picture }: Extract<ComputerTurn, { kind: 'results' }>): SdkMessage[] {
  const last = calls.at(-1);
  const screen =
    picture === null ? { type: 'text' as const, text: '[an earlier screenshot]' } : sdkPicture(picture.png);
  const answers: SdkMessage = {
    role: 'tool',
    content: calls.map(
      (result) =>
        sdkFunctionAnswer(result) ?? {
          type: 'tool-result',
          toolCallId: result.call.id,
          toolName: sdkToolName,
          output:
            result.error !== null
              ? { type: 'error-text', value: result.error }
              : { type: 'content', value: [result === last ? screen : { type: 'text', text: 'done' }] },
        },
    ),
  };
  const hasScreen = last !== undefined && last.error === null && functionAnswer(last) === null;
  return hasScreen ? [answers] : [answers, { role: 'user', content: [screen] }];
}
