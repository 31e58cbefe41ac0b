import { messageOf, OsharmError } from '../../base/errors.ts';
import { shortLine } from '../../base/record/unseen-text.ts';
import type { Exchange } from './http-exchange.ts';
import { ModelError, type PictureLimit } from './model-error.ts';
import { type AnswerError, plainError } from './outcome/answer-error.ts';
import type { Meaning } from './outcome/failure-row.ts';
import { type FailedRequest, meaningOf } from './outcome/read-outcome.ts';
import type { ReplyOutcome } from './outcome/reply-outcome.ts';
import { type StreamFault, streamFault } from './outcome/stream-form.ts';
import { retryAfterMs } from './retry.ts';
import { computerToolIn, computerToolsDate, otherComputerTools } from './wire/computer-tools.ts';

export interface Callee {
  name: string;
  provider: string;
}

/** The error of a try without a readable response. `isTimeout` is true if osharm's deadline ended it. */
export function transportFailure(
  error: unknown,
  exchange: Exchange | undefined,
  callee: Callee,
  isTimeout: boolean,
): ReplyOutcome | OsharmError {
  const { name } = callee;
  if (isTimeout) return new ModelError('timeout', `${name} did not answer in time.`, { cause: error });
  const own = rootModelError(error);
  if (own !== null) return own;
  const known = rootOsharmError(error);
  if (known !== null) return known;
  if (exchange === undefined)
    return new ModelError('request-rejected', `${name} could not be called: ${causeOf(error)}`, { cause: error });
  if (exchange.status === null) return unreachable(error, exchange, name);
  const { status, response } = exchange;
  const isPage = isWebPage(exchange);
  // The status explains a gateway's error page; any other page indicates a wrong address.
  if (status >= 500 || status === 413 || status === 429 || (status >= 400 && !isPage))
    return failureOf(plainError(status, isPage ? '' : response), exchange, callee, error);
  const fault = streamFault(exchange);
  if (fault !== null && !isPage) return formFailure(fault, exchange, name, error);
  return new ModelError(
    'unreadable-reply',
    `${name} sent ${isPage ? 'a web page' : 'a reply that can’t be read'} (HTTP ${status}: ${oneLine(response)}).`,
    {
      status,
      isRetryable: !isPage,
      cause: error,
      hint: isPage ? 'Check the address of the model: a proxy or a web site answers there.' : undefined,
    },
  );
}

/** Only an interrupted stream is worth a retry. The other forms would be the same again. */
const formFailures: Readonly<Record<StreamFault, { what: string; hint?: string }>> = {
  whole: { what: 'a whole reply instead of a stream', hint: 'Omit --stream.' },
  streamed: {
    what: 'a stream instead of a whole reply',
    hint: 'Use --stream; a computer tool and a judge need a server that sends whole replies.',
  },
  'broken-off': { what: 'a stream that broke off' },
};

function formFailure(fault: StreamFault, { status, response }: Exchange, name: string, cause: unknown): ModelError {
  const { what, hint } = formFailures[fault];
  return new ModelError('unreadable-reply', `${name} sent ${what} (${oneLine(response)}).`, {
    status,
    isRetryable: fault === 'broken-off',
    cause,
    hint,
  });
}

function isWebPage({ response, headers }: Exchange): boolean {
  return /^\s*<(?:!doctype|html)/i.test(response) || /\bhtml\b/i.test(headers['content-type'] ?? '');
}

function rootModelError(error: unknown): OsharmError | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof ModelError && (cause.kind !== 'unreadable-reply' || !cause.isRetryable)) return cause;
  }
  return error instanceof OsharmError && !(error instanceof ModelError) ? error : null;
}

/** Connection errors that a retry can't fix. */
const lasting = /CERT|SELF_SIGNED|ERR_TLS|unable to verify|redirect/i;

function unreachable(error: unknown, { url }: Exchange, name: string): ModelError {
  const reason = causeOf(error);
  const code = error instanceof Error ? String((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '') : '';
  const isLasting = lasting.test(reason) || lasting.test(code);
  const isRedirect = /redirect/i.test(reason);
  return new ModelError('unreachable', `${name} can't be reached at ${url}: ${reason}`, {
    isRetryable: !isLasting,
    cause: error,
    hint: isRedirect
      ? 'The address redirects elsewhere, and keys are sent to no other host: use the final address.'
      : isLasting
        ? 'Fix the certificate, or trust its authority with NODE_EXTRA_CA_CERTS.'
        : undefined,
  });
}

type ProviderFailure = Exclude<Meaning['kind'], 'refused' | 'malformed-call'>;

const sentences: Readonly<Record<Exclude<ProviderFailure, 'tool-rejected'>, { what: string; hint?: string }>> = {
  'rate-limited': { what: 'limits the rate' },
  overloaded: { what: 'is overloaded' },
  'server-error': { what: 'failed' },
  'context-overflow': { what: 'received more tokens than its context allows' },
  'pictures-too-large': {
    what: 'received more or larger pictures than it accepts',
    hint: 'Use --max-image-side, or a smaller --max-trajectory-length.',
  },
  'no-pictures': { what: 'can’t read pictures' },
  'form-rejected': { what: 'does not support the requested answer format' },
  'not-allowed': {
    what: 'did not accept the request',
    hint: 'Check the key in the environment or in .env, and what its account may use.',
  },
  'no-such-model': { what: 'does not exist there', hint: 'Check the model name and the address.' },
  'quota-exhausted': {
    what: 'has no quota left',
    hint: 'Add credit at the provider, then resume with the same command.',
  },
  'request-rejected': { what: 'rejected the request' },
};

/** Classifies a provider's error. Refusals and malformed calls are replies; everything else is a ModelError. */
export function failureOf(
  error: AnswerError,
  exchange: Exchange,
  { name, provider }: Callee,
  cause?: unknown,
): ReplyOutcome | ModelError {
  const status = exchange.status ?? 0;
  const tool = computerToolIn(exchange.request);
  const request: FailedRequest = {
    provider,
    hasComputerTool: tool !== null,
    asksForForm: asksForForm(exchange.request),
  };
  const { meaning, code } = meaningOf(error, status, request);
  if (meaning.kind === 'refused')
    return {
      kind: 'refused',
      by: meaning.by,
      category: error.category ?? (code === 'metadata.reasons' ? null : code),
      message: error.message,
    };
  if (meaning.kind === 'malformed-call') return { kind: 'malformed-call', message: error.message };
  const said = error.message === '' ? '' : `: ${oneLine(error.message)}`;
  const http = status >= 400 ? `HTTP ${status}${said}` : `error ${error.status ?? ''} in a reply${said}`;
  const { what, hint } = meaning.kind === 'tool-rejected' ? rejectedTool(tool) : sentences[meaning.kind];
  return new ModelError(meaning.kind, `${name} ${what} (${http.replace('  ', ' ')}).`, {
    status,
    retryAfterMs: retryAfterMs(new Headers(exchange.headers)) ?? error.retryAfterMs,
    pictureLimit: meaning.kind === 'pictures-too-large' ? pictureLimitIn(error.message) : null,
    hint: 'hint' in meaning ? meaning.hint : hint,
    cause,
  });
}

function rejectedTool(tool: ReturnType<typeof computerToolIn>): { what: string; hint?: string } {
  if (tool === null) return { what: 'rejected the request' };
  return {
    what: `does not support the computer tool ${tool}`,
    hint: `Try --computer-tool ${otherComputerTools(tool).join(' or ')}, or use --agent prompt. (osharm's table of computer tools is from ${computerToolsDate}.)`,
  };
}

export function pictureLimitIn(words: string): PictureLimit {
  const text = words.replaceAll(/(\d),(\d{3})/g, '$1$2');
  const side = /(\d{3,5}) ?(?:px|pixels?)/i.exec(text) ?? /(\d{3,5}) ?[x×] ?\d{3,5}/.exec(text);
  const bytes = /(\d+(?:\.\d+)?) ?([KMG])i?B\b|(\d{5,}) ?bytes|bytes\D{1,30}(\d{5,})/i.exec(text);
  const number =
    /(?:at most|up to|max(?:imum)?(?: is| of| number of)?|limit(?: of| is|:)?|only|more than|than|[>≤])\D{0,30}(\d{1,3})\b/i.exec(
      text,
    ) ?? /(\d{1,3})\D{0,20}(?:images?|pictures?)/i.exec(text);
  if (side?.[1] !== undefined) return { of: 'side', maximum: Number(side[1]) };
  if (bytes !== null) {
    const scale = { K: 1e3, M: 1e6, G: 1e9 }[(bytes[2] ?? '').toUpperCase()] ?? 1;
    return { of: 'bytes', maximum: Math.floor(Number(bytes[1] ?? bytes[3] ?? bytes[4]) * scale) };
  }
  if (/pixel|dimension|side|resolution|too (?:large|big)/i.test(text)) return { of: 'side', maximum: null };
  return { of: 'number', maximum: number?.[1] === undefined ? null : Number(number[1]) };
}

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

/** Node's `fetch failed` is uninformative; its cause has the reason. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return messageOf(cause).slice(0, 300);
}

const oneLine = (text: string): string => shortLine(text.replace(/\s+/g, ' ').trim(), 300);
