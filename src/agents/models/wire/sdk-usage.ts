import type { LanguageModelV4 } from '@ai-sdk/provider';
import { exchangeFetch } from '../exchange.ts';
import type { TokenUsage } from '../messages.ts';
import { reportedUsage } from './reported-usage.ts';

type SdkUsage = Awaited<ReturnType<LanguageModelV4['doGenerate']>>['usage'];

export function tokenUsage({ inputTokens, outputTokens }: SdkUsage): TokenUsage | null {
  return reportedUsage({
    input: inputTokens.total,
    output: outputTokens.total,
    cached: inputTokens.cacheRead,
    cacheWrite: inputTokens.cacheWrite ?? 0,
  });
}

/**
 * The `fetch` of the AI SDK's packages. Several of them reject replies without usage or read a missing count as 0. This
 * fills in missing counts with `notReported`, which `tokenUsage` turns into null. Recordings contain the original
 * response.
 */
export const sdkFetch: typeof fetch = async (input, init) => {
  const response = await exchangeFetch(input, init);
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !/json|event-stream/.test(type)) return response;
  const text = await response.text();
  const body = type.includes('event-stream')
    ? text.replaceAll(
        /^(data: ?)(\{.*\})(\r?)$/gm,
        (_, data: string, json: string, end: string) => data + withCounts(json) + end,
      )
    : withCounts(text);
  return new Response(body, { status: response.status, headers: response.headers });
};

/** Remains negative whatever the SDK adds to it. */
const notReported = -(2 ** 50);

type Fields = Record<string, unknown>;

const asFields = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

function withCounts(json: string): string {
  try {
    const body = asFields(JSON.parse(json));
    if (body === null) return json;
    fillCounts(body);
    return JSON.stringify(body);
  } catch {
    return json;
  }
}

function fillCounts(body: Fields): void {
  const { type, message, response } = body;
  if (type === 'message') fill(body, ['input_tokens', 'output_tokens']);
  else if (type === 'message_start') fill(asFields(message), ['input_tokens']);
  else if (type === 'message_delta') fill(body, ['output_tokens']);
  else if (asFields(response) !== null) fill(asFields(response), ['input_tokens', 'output_tokens']);
  else if (Array.isArray(body.output)) fill(body, ['input_tokens', 'output_tokens']);
  else if (body.stopReason !== undefined) fill(body, ['inputTokens', 'outputTokens', 'totalTokens']);
  else if (body.usageMetadata !== undefined) fillGemini(body);
  else if (Array.isArray(body.choices)) {
    const counts = ['prompt_tokens', 'completion_tokens', 'total_tokens'];
    // Only one of a stream's events reports usage.
    const isEvent = body.choices.some((choice) => asFields(choice)?.message === undefined) || body.choices.length === 0;
    if (isEvent) fillGiven(body, counts);
    else fill(body, counts);
    fillGiven(asFields(body.x_groq), counts);
  }
}

function fill(reply: Fields | null, names: readonly string[]): void {
  if (reply === null) return;
  const usage = asFields(reply.usage) ?? {};
  for (const name of names) if (typeof usage[name] !== 'number') usage[name] = notReported;
  reply.usage = usage;
}

function fillGiven(reply: Fields | null, names: readonly string[]): void {
  if (asFields(reply?.usage) !== null) fill(reply, names);
}

/** Gemini omits counts of zero, so a missing output count with a total means zero. */
function fillGemini(body: Fields): void {
  const usage = asFields(body.usageMetadata);
  if (usage === null) return;
  if (typeof usage.promptTokenCount !== 'number') usage.promptTokenCount = notReported;
  const outputs = [usage.candidatesTokenCount, usage.thoughtsTokenCount, usage.totalTokenCount];
  if (!outputs.some((count) => typeof count === 'number')) usage.candidatesTokenCount = notReported;
}
