import type { AnswerError } from './answer-error.ts';
import type { FailureRow, Meaning } from './failure-row.ts';
import type { AnswerFacts } from './read-answer.ts';
import type { ReplyOutcome } from './reply-outcome.ts';
import { byCode, byGeneralCode, byStatus } from './rows-by-code.ts';
import { byWords, formWords } from './rows-by-words.ts';

/** Every row, in the order in which they are tried. */
const failureRows: readonly FailureRow[] = [...byCode, ...byWords, ...byGeneralCode, ...byStatus];

/** The request that an error answers, as far as rows tell requests apart. */
export interface FailedRequest {
  provider: string;
  hasComputerTool: boolean;
  /** It forces a tool, or asks for JSON by a schema. */
  asksForForm: boolean;
}

/** What an error means, and the name among its codes that decided it; null if its status or its words did. */
export interface ErrorMeaning {
  meaning: Meaning;
  code: string | null;
}

/**
 * What an error means: the first row that matches, else the request is rejected (4xx), or the provider failed. `status`
 * is the response's; an error inside a successful response has its own, or none.
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

/**
 * A provider's own words: texts of several words in quotation marks are the request's, echoed. A quotation whose end was
 * cut off goes on to the end of the message.
 */
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
 * The outcome of a reply that a wire could read. `isBlank`: it has neither text nor a call. `context-full` and `failed`
 * are no replies: the caller treats them as failures.
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
