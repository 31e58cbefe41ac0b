import type { AnswerError } from './answer-error.ts';
import type { FailureRow, Meaning } from './failure-row.ts';
import type { AnswerFacts } from './read-answer.ts';
import type { ReplyOutcome } from './reply-outcome.ts';
import { byCode, byGeneralCode, byStatus } from './rows-by-code.ts';
import { byWords, formWords } from './rows-by-words.ts';

/** In matching order. */
const failureRows: readonly FailureRow[] = [...byCode, ...byWords, ...byGeneralCode, ...byStatus];

export interface FailedRequest {
  provider: string;
  hasComputerTool: boolean;
  asksForForm: boolean;
}

/** `code` is the error code that matched; null if the status or the message decided. */
export interface ErrorMeaning {
  meaning: Meaning;
  code: string | null;
}

/**
 * The meaning of the first matching row. Defaults to a rejected request for 4xx, else to a server error. `status` is
 * the response's; an error within a successful response has a separate status or none.
 */
export function meaningOf(error: AnswerError, status: number, request: FailedRequest): ErrorMeaning {
  const own = error.status ?? (status >= 400 ? status : null);
  const row = failureRows.find((known) => matches(known, error, own, request));
  if (row === undefined)
    return { meaning: { kind: own !== null && own < 500 ? 'request-rejected' : 'server-error' }, code: null };
  return { meaning: row.meaning, code: error.codes.find((code) => isCodeOf(row, code)) ?? null };
}

function isCodeOf({ codes }: FailureRow, code: string): boolean {
  return codes instanceof RegExp ? codes.test(code) : codes?.includes(code) === true;
}

/** Removes quotations of several words, which echo the request. A truncated one extends to the end. */
function withoutQuotations(message: string): string {
  return message.replace(
    /(?<![\p{L}\p{N}])(?:'[^']*\s[^']*'|"[^"]*\s[^"]*"|`[^`]*\s[^`]*`|“[^”]*\s[^”]*”)(?![\p{L}\p{N}])/gu,
    '…',
  );
}

function matches(row: FailureRow, error: AnswerError, status: number | null, request: FailedRequest): boolean {
  const { codes, words } = row;
  if (row.providers !== undefined && !row.providers.includes(request.provider)) return false;
  if (row.request === 'computer-tool' && !request.hasComputerTool) return false;
  if (row.request === 'form' && !request.asksForForm) return false;
  const isOfAnyStatus = row.statuses === undefined || (status === null && (codes ?? words) !== undefined);
  if (!isOfAnyStatus && !row.statuses?.includes(status ?? 0)) return false;
  if (codes !== undefined && !error.codes.some((code) => isCodeOf(row, code))) return false;
  if (words === undefined) return true;
  const said = withoutQuotations(error.message);
  if (row.isNotOfForm === true && (error.isOfField || formWords.test(said))) return false;
  return words.test(said);
}

/**
 * The outcome of a parsed reply. `isBlank` is true if it has neither text nor a call. `context-full`, `failed` and
 * `overloaded` are failures, not replies.
 */
export function outcomeOfReply(
  facts: AnswerFacts,
  isBlank: boolean,
): ReplyOutcome | 'context-full' | 'failed' | 'overloaded' {
  const { stop, stopName, refusal } = facts;
  if (refusal !== null) return { kind: 'refused', ...refusal };
  if (stop === 'malformed-call') return { kind: 'malformed-call', message: stopName ?? '' };
  if (stop === 'context-full' && isBlank) return 'context-full';
  if (stop === 'failed' || stop === 'overloaded') return stop;
  if (stop === 'cut-off' && isBlank) return { kind: 'out-of-tokens' };
  if (isBlank) return { kind: 'empty', message: stopName ?? 'without a reason' };
  if (stop === 'complete') return { kind: 'answered', end: 'complete' };
  return { kind: 'answered', end: stop === 'cut-off' || stop === 'context-full' ? 'cut-off' : 'unknown' };
}
