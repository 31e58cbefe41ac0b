import type { LanguageModelV4 } from '@ai-sdk/provider';
import { currentExchanges, lastExchange } from '../exchange.ts';
import { cachePoint } from './cache-point.ts';
import {
  type ComputerCall,
  type ComputerReply,
  type ComputerRequest,
  type ComputerResult,
  type ComputerTurn,
  type ComputerWire,
  functionAnswer,
  type ModelFunction,
  type SafetyCheck,
} from './computer.ts';
import type { SdkModelLoader } from './sdk-model.ts';
import { tokenUsage } from './sdk-usage.ts';

type CallOptions = Parameters<LanguageModelV4['doGenerate']>[0];
type Prompt = CallOptions['prompt'];
export type SdkMessage = Prompt[number];
type Content = Awaited<ReturnType<LanguageModelV4['doGenerate']>>['content'];
type AssistantPart = Extract<SdkMessage, { role: 'assistant' }>['content'][number];
type SdkToolResult = Extract<Extract<SdkMessage, { role: 'tool' }>['content'][number], { type: 'tool-result' }>;
type SdkFunction = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>;

export interface SdkComputerForm {
  tool(display: ComputerRequest['display']): Extract<NonNullable<CallOptions['tools']>[number], { type: 'provider' }>;
  limits(request: ComputerRequest): Pick<CallOptions, 'maxOutputTokens' | 'temperature' | 'topP'>;
  options?(request: ComputerRequest): Pick<CallOptions, 'providerOptions' | 'reasoning'>;
  responseId?(metadata: Awaited<ReturnType<LanguageModelV4['doGenerate']>>['providerMetadata']): string | undefined;
  results(turn: Extract<ComputerTurn, { kind: 'results' }>): SdkMessage[];
  safetyChecks(input: unknown): SafetyCheck[];
  /** The original input of a call, parsed from the provider's response. Defaults to the AI SDK's version. */
  rawInput?(input: unknown, callId: string, response: string): unknown;
}

export const sdkToolName = 'computer';

/**
 * Calls a computer tool through the AI SDK's `doGenerate`. The higher-level `generateText` would reject invalid calls
 * that the agent can report to the model.
 */
export function sdkComputer(load: SdkModelLoader, form: SdkComputerForm): ComputerWire['ask'] {
  const ask: ComputerWire['ask'] = async (request, signal) => {
    const { functions = [] } = request;
    const result = await (await load()).doGenerate({
      prompt: request.turns.flatMap((turn, at) =>
        at < (request.stored?.turns ?? 0) ? [] : withCachePoint(messagesOf(turn, form), at === request.cachePoint),
      ),
      tools: [form.tool(request.display), ...functions.map(sdkFunction)],
      ...form.limits(request),
      ...form.options?.(request),
      abortSignal: signal,
    });
    const { response } = lastExchange(currentExchanges());
    const parts = assistantParts(result.content);
    const text = textOf(result.content);
    const calls = result.content.flatMap((part) =>
      part.type === 'tool-call' ? [callOf(part, form, { response, functions })] : [],
    );
    return {
      text,
      calls,
      content: parts.length === 0 ? null : parts,
      isBlank: text.trim() === '' && calls.length === 0,
      stopReason: result.finishReason.raw,
      usage: tokenUsage(result.usage),
      responseId: form.responseId?.(result.providerMetadata),
    } satisfies ComputerReply;
  };
  return Object.assign(ask, { ready: load });
}

export function sdkPicture(png: Uint8Array, imageDetail: 'high' | 'original' = 'high') {
  return {
    type: 'file' as const,
    mediaType: 'image/png',
    data: { type: 'data' as const, data: png },
    providerOptions: { openai: { imageDetail } },
  };
}

const sdkFunction = ({ name, description, inputSchema }: ModelFunction): SdkFunction => ({
  type: 'function',
  name,
  description,
  inputSchema,
});

/** The answer to a call of a function; null for calls of the computer tool. */
export function sdkFunctionAnswer(result: ComputerResult): SdkToolResult | null {
  const { call, error } = result;
  const value = functionAnswer(result);
  if (value === null) return null;
  const type = error === null ? 'text' : 'error-text';
  return { type: 'tool-result', toolCallId: call.id, toolName: call.name, output: { type, value } };
}

function withCachePoint(messages: SdkMessage[], isCachePoint: boolean): SdkMessage[] {
  const last = messages.at(-1);
  if (!isCachePoint || last === undefined) return messages;
  return [...messages.slice(0, -1), { ...last, providerOptions: cachePoint }];
}

function messagesOf(turn: ComputerTurn, form: SdkComputerForm): SdkMessage[] {
  switch (turn.kind) {
    case 'user':
      return [
        {
          role: 'user',
          content: [
            { type: 'text', text: turn.text },
            ...(turn.picture === null ? [] : [sdkPicture(turn.picture.png)]),
          ],
        },
      ];
    case 'model':
      return [{ role: 'assistant', content: turn.content as AssistantPart[] }];
    case 'results':
      return form.results(turn);
    default:
      return turn satisfies never;
  }
}

function assistantParts(content: Content): AssistantPart[] {
  return content.flatMap((part): AssistantPart[] => {
    const { providerMetadata } = part as { providerMetadata?: AssistantPart['providerOptions'] };
    const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
    switch (part.type) {
      case 'text':
        // APIs reject blank parts, even parts that they sent themselves.
        if (part.text.trim() === '' && providerMetadata === undefined) return [];
        return [{ type: 'text', text: part.text, ...options }];
      case 'reasoning':
        return [{ type: 'reasoning', text: part.text, ...options }];
      case 'tool-call':
        return [
          {
            type: 'tool-call',
            toolCallId: part.toolCallId,
            toolName: part.toolName,
            input: parsedInput(part.input),
            ...options,
          },
        ];
      default:
        return [];
    }
  });
}

function textOf(content: Content): string {
  return content.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n');
}

/** Some models write invalid JSON as the arguments of a function, which is their error. */
export function parsedInput(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    // Any fault: the agent reports the text to the model.
    return input;
  }
}

function callOf(
  part: Extract<Content[number], { type: 'tool-call' }>,
  form: SdkComputerForm,
  { response, functions }: { response: string; functions: readonly ModelFunction[] },
): ComputerCall {
  const accepted = parsedInput(part.input);
  const named = { id: part.toolCallId, name: part.toolName };
  if (functions.some(({ name }) => name === part.toolName)) return { ...named, input: accepted, safetyChecks: [] };
  const input = form.rawInput?.(accepted, part.toolCallId, response) ?? accepted;
  return { ...named, input, safetyChecks: form.safetyChecks(accepted) };
}
