import type { Exchange } from '../http-exchange.ts';
import { documentsOf } from './answer-documents.ts';

/** How the form of an answer differs from the form that was requested. */
export type StreamFault =
  /** A whole reply to a request for a stream. */
  | 'whole'
  /** A stream in reply to a request for a whole reply. */
  | 'streamed'
  /** A stream without its final event. */
  | 'broken-off';

/**
 * The difference in form, or null. Depends on the request, the content type and the events, never on the reply's text.
 */
export function streamFault(exchange: Exchange): StreamFault | null {
  if (exchange.status === null || exchange.status >= 300) return null;
  const isStream = isEventStream(exchange);
  if (!isStreamRequested(exchange)) return isStream ? 'streamed' : null;
  if (isStream) return hasEndMark(exchange.response) ? null : 'broken-off';
  return documentsOf(exchange.response).length > 0 ? 'whole' : null;
}

/**
 * Whether a stream contains its final event: `[DONE]` in chat completions, `message_stop` in Anthropic's API,
 * `response.completed` or `response.incomplete` in OpenAI's Responses. Google's streams lack one.
 */
export function hasEndMark(stream: string): boolean {
  if (/^data: ?\[DONE\]\s*$/m.test(stream)) return true;
  const last = documentsOf(stream).at(-1);
  return last?.type === 'message_stop' || last?.type === 'response.completed' || last?.type === 'response.incomplete';
}

function isEventStream({ headers, response }: Exchange): boolean {
  return /\bevent-stream\b/i.test(headers['content-type'] ?? '') || /^(?:data|event):/.test(response);
}

/** Checks the field `stream`, or the method at the end of the address (`streamGenerateContent`, `streamRawPredict`). */
function isStreamRequested({ request, url }: Exchange): boolean {
  const body = request as { stream?: unknown } | null;
  return body?.stream === true || /[:/]stream\w+$/i.test(url);
}
