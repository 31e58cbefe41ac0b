import { OsharmError } from '../../base/errors.ts';
import { shortLine } from '../../base/record/unseen-text.ts';
import {
  saysContextOverflow,
  saysFormRejected,
  saysNoPictures,
  saysQuotaExhausted,
  saysRefusal,
  saysToolRejected,
} from './failure-words.ts';
import type { Exchange } from './http-exchange.ts';
import { ModelError, type ModelErrorKind } from './model-error.ts';
import { retryAfterMs } from './retry.ts';
import { computerToolIn, computerToolsDate, otherComputerTools } from './wire/computer-tools.ts';

/** True where a rejected request was rejected for what it asks: the provider's refusal, not an error. */
export function isRefusedByProvider(exchange: Exchange | undefined): boolean {
  return exchange?.status != null && exchange.status >= 400 && exchange.status < 500 && saysRefusal(exchange.response);
}

/**
 * The typed error of a failed try, from what was thrown and what came over the wire. `isTimeout` says that our own deadline
 * ended it.
 */
export function classifyFailure(
  error: unknown,
  exchange: Exchange | undefined,
  model: string,
  isTimeout: boolean,
): OsharmError {
  if (isTimeout) return new ModelError('timeout', `${model} did not answer in time.`, { cause: error });
  if (error instanceof OsharmError && !(error instanceof ModelError && error.kind === 'unreadable-reply')) return error;
  const known = rootOsharmError(error);
  if (known !== null) return known;
  if (exchange === undefined)
    return new ModelError('request-rejected', `${model} could not be called: ${messageOf(error)}`, { cause: error });
  if (exchange.status === null) {
    return new ModelError('unreachable', `${model} can't be reached at ${exchange.url}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const { status } = exchange;
  const message = saidBy(exchange.response);
  const make = (kind: ModelErrorKind, what: string, hint?: string) =>
    new ModelError(kind, `${model} ${what} (HTTP ${status}${message === '' ? '' : `: ${message}`}).`, {
      status,
      retryAfterMs: retryAfterMs(new Headers(exchange.headers)),
      cause: error,
      hint,
    });
  if (status >= 200 && status < 300) return make('unreadable-reply', 'sent a reply that can’t be read');
  if ((status !== 429 && saysContextOverflow(exchange.response)) || status === 413)
    return make('context-overflow', 'was sent more than it can take');
  if (saysNoPictures(exchange.response))
    return make('no-pictures', 'can’t read pictures', 'Use --observation-type a11y_tree, which sends none.');
  const tool = status < 500 && status !== 429 ? computerToolIn(exchange.request) : null;
  if (tool !== null && saysToolRejected(exchange.response))
    return make(
      'tool-rejected',
      `does not take the computer tool ${tool}`,
      `Try --computer-tool ${otherComputerTools(tool).join(' or ')}, or leave --agent computer-tool out. (The table of tools is of ${computerToolsDate}.)`,
    );
  if (asksForForm(exchange.request) && status !== 429 && saysFormRejected(exchange.response))
    return make('form-rejected', 'does not take the form that an answer was asked for in');
  if (status === 429 && saysQuotaExhausted(exchange.response))
    return make(
      'quota-exhausted',
      'has no quota left',
      'Add credit at the provider, then resume with the same command.',
    );
  if (status === 429) return make('rate-limited', 'limits the rate');
  if (status === 529 || status === 503) return make('overloaded', 'is overloaded');
  if (status >= 500 || status === 408 || status === 409) return make('server-error', 'failed');
  if (status === 401 || status === 403)
    return make('not-allowed', 'did not accept the key', 'Check the key in the environment or in .env.');
  if (status === 404) return make('no-such-model', 'does not exist there', 'Check the model name and the address.');
  return make('request-rejected', 'rejected the request');
}

/** True for a request that forces a tool, or asks for JSON by a schema. */
function asksForForm(request: unknown): boolean {
  const body = (request ?? {}) as Record<string, unknown>;
  return ['tool_choice', 'function_call', 'response_format', 'output_config', 'toolConfig'].some((key) => key in body);
}

function rootOsharmError(error: unknown): OsharmError | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof OsharmError && !(cause instanceof ModelError)) return cause;
  }
  return null;
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
}

/** The provider's own words, on one line. */
function saidBy(body: string): string {
  try {
    const value = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown };
    const message = typeof value.error === 'object' ? value.error.message : (value.error ?? value.message);
    if (typeof message === 'string') return oneLine(message);
  } catch {
    // Not JSON: its text is shown.
  }
  return oneLine(body);
}
const oneLine = (text: string): string => shortLine(text.replace(/\s+/g, ' ').trim(), 200);
