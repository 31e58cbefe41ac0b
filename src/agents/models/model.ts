import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, OsharmError } from '../../base/errors.ts';
import type { ReasoningPart } from '../../base/record/reasoning.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import { type AnsweringModel, answeringModel } from './answering-model.ts';
import type { CallLine, CallRecorder } from './call-record.ts';
import type { Cassette } from './cassette.ts';
import { failureOf, transportFailure } from './classify-failure.ts';
import type { CostMeter } from './cost-meter.ts';
import { withExchanges } from './exchange.ts';
import { type GateOutcome, gateOf } from './gate.ts';
import type { Exchange } from './http-exchange.ts';
import type { ModelReply, ModelRequest } from './messages.ts';
import { ModelError } from './model-error.ts';
import type { ModelAddress } from './model-name.ts';
import type { ModelRates } from './model-rates.ts';
import { type AnswerFacts, noFacts, readAnswer } from './outcome/read-answer.ts';
import { outcomeOfReply } from './outcome/read-outcome.ts';
import type { ReplyOutcome } from './outcome/reply-outcome.ts';
import { stopOf } from './outcome/stop-reasons.ts';
import { streamFault } from './outcome/stream-form.ts';
import { patientFetch } from './patient-fetch.ts';
import type { Price } from './price.ts';
import { costAbout, costOf, savedByCache } from './prices.ts';
import type { Redactor } from './redact.ts';
import { defaultRetryPolicy, type RetryPolicy, retryDelayMs } from './retry.ts';

/** A provider's API. A call is one try, without retries, and may throw anything. */
export interface Wire<Request = ModelRequest, Reply extends WireReply = ModelReply> {
  (request: Request, signal: AbortSignal): Promise<Reply>;
  /** Loads what the first call needs, so that loading doesn't count towards the deadline. */
  ready?: () => Promise<unknown>;
}
export type WireReply = Pick<ModelReply, 'isBlank' | 'stopReason' | 'usage'>;

export interface ModelPort {
  prices: (provider: string, model: string) => Price | null;
  pricesOf?: string | undefined;
  meter: CostMeter;
  redactor: Redactor;
  cassette: Cassette | null;
  retry: RetryPolicy;
  timeoutMs: number;
  concurrency: number;
  fetch: typeof fetch;
  random: () => number;
  clock: ModelClock;
  rates?: ModelRates | undefined;
  onRetry?: ((retry: ModelRetry) => void) | undefined;
  onWarning?: ((message: string) => void) | undefined;
}

/** A failed call that will be retried after `waitMs`. `next` is the number of the next try, and `of` the maximum. */
export interface ModelRetry {
  role: string;
  scope: string;
  code: string;
  next: number;
  of: number;
  waitMs: number;
}

export interface ModelClock {
  /** Unix milliseconds. */
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal | undefined): Promise<void>;
}

export interface CallContext {
  /** The caller, e.g. `agent`, `judge` or `caption`. Tokens and cost are counted by role. */
  role: string;
  scope: string;
  recorder: CallRecorder | null;
  signal?: AbortSignal | undefined;
  admit?: ((signal?: AbortSignal | undefined) => Promise<void>) | undefined;
}

export interface ReplyFacts {
  outcome: ReplyOutcome;
  answering: AnsweringModel | null;
  reasoning?: readonly ReasoningPart[] | undefined;
}

const warned = new WeakMap<ModelPort, Set<string>>();

function warnOnce(port: ModelPort, sentence: string): void {
  const known = warned.get(port) ?? new Set<string>();
  warned.set(port, known);
  if (known.has(sentence)) return;
  known.add(sentence);
  port.onWarning?.(sentence);
}

function warnOfReply(port: ModelPort, address: ModelAddress, { outcome, answering }: ReplyFacts): void {
  if (answering?.isSubstitute === true)
    warnOnce(port, `${address.name} was answered by ${answering.model}. These runs are reported separately.`);
  if (outcome.kind === 'out-of-tokens')
    warnOnce(
      port,
      `${address.name} spent its output limit before it answered. Raise --max-tokens, or lower --reasoning-effort.`,
    );
}

/** A reply with its outcome. The cost is null if the price, or the usage of one of its tries, is unknown. */
export type Priced<Reply> = Reply &
  ReplyFacts & {
    costUsd: number | null;
    savedUsd?: number | undefined;
    pricesOf?: string | undefined;
  };

type Tried<Reply> = { reply: Reply & ReplyFacts } | { failure: OsharmError } | { stopped: unknown };

/**
 * Calls a model: waits for its turn, retries transient failures, records every try and counts the cost. Refusals and
 * malformed calls are replies; if one arrives as an error, `blank` supplies the rest of the reply. Throws ModelError
 * for a failed call, OsharmError `max-cost-reached` or `recording-miss`, and the signal's reason.
 */
export async function callModel<Request, Reply extends WireReply>(
  port: ModelPort,
  address: ModelAddress,
  wire: Wire<Request, Reply>,
  request: Request,
  context: CallContext,
  blank: Reply,
): Promise<Priced<Reply>> {
  // If loading fails, the try below reports it.
  await wire.ready?.().catch(() => {});
  // Providers limit rates per model, and a slow model must not delay others.
  const gate = gateOf(`${address.provider} ${new URL(address.baseUrl).host} ${address.model}`, port.concurrency);
  const price = port.prices(address.provider, address.model);
  const started = port.clock.now();
  let isMetered = true;
  let unreadable = 0;
  for (let attempt = 1; ; attempt += 1) {
    port.meter.check();
    const { tried, waitMs } = await gate.pass(async (ended) => {
      await context.admit?.(context.signal);
      const used = await port.rates?.admit(address.provider, context.signal);
      const exchanges: Exchange[] = [];
      const begun = port.clock.now();
      const tried = await tryOnce(port, address, wire, request, context, exchanges, blank);
      if (isUnreadable(tried)) unreadable += 1;
      const isPaidEnough = unreadable >= mostUnreadableReplies;
      const waitMs = 'failure' in tried && !isPaidEnough ? retryIn(port, tried.failure, attempt, started) : null;
      const outcome = gateOutcome(tried, waitMs);
      ended(outcome);
      const usage = 'reply' in tried ? tried.reply.usage : null;
      if (usage !== null) used?.(usage.inputTokens + usage.outputTokens);
      if (!outcome.ok && outcome.isTooMuch && outcome.waitMs !== undefined)
        port.rates?.tooMuch(address.provider, outcome.waitMs);
      const costUsd = usage === null || price === null ? null : costOf(price, usage);
      const priced = {
        savedUsd: usage === null || price === null ? undefined : savedByCache(price, usage),
        pricesOf: price === null ? undefined : port.pricesOf,
      };
      const line = {
        time: begun,
        role: context.role,
        model: address.name,
        try: attempt,
        durationMs: port.clock.now() - begun,
        ...recordOf(tried, waitMs),
        costUsd,
      };
      context.recorder?.call(
        port.redactor.value(line),
        exchanges.map((exchange) => port.redactor.value(exchange)),
      );
      const unmetered = unmeteredIn(tried, exchanges);
      if (unmetered !== null) {
        isMetered = false;
        port.meter.addUnmetered(context.role, address.name, costAbout(price, unmetered));
      }
      return { tried: 'reply' in tried ? { reply: { ...tried.reply, costUsd, ...priced } } : tried, waitMs };
    }, context.signal);
    if ('stopped' in tried) throw tried.stopped;
    if ('reply' in tried) {
      warnOfReply(port, address, tried.reply);
      const { usage, costUsd } = tried.reply;
      if (usage !== null) port.meter.add(context.role, address.name, usage, costUsd);
      return isMetered ? tried.reply : { ...tried.reply, costUsd: null };
    }
    if (waitMs === null) throw withTries(tried.failure, attempt, port.redactor);
    const { code } = tried.failure;
    port.onRetry?.({
      role: context.role,
      scope: context.scope,
      code,
      next: attempt + 1,
      of: port.retry.attempts,
      waitMs,
    });
    await port.clock.sleep(waitMs, context.signal);
  }
}

async function tryOnce<Request, Reply extends WireReply>(
  port: ModelPort,
  address: ModelAddress,
  wire: Wire<Request, Reply>,
  request: Request,
  context: CallContext,
  exchanges: Exchange[],
  blank: Reply,
): Promise<Tried<Reply>> {
  const deadline = AbortSignal.timeout(port.timeoutMs);
  const signal = context.signal === undefined ? deadline : AbortSignal.any([deadline, context.signal]);
  try {
    const reply = await withExchanges(
      { exchanges, cassette: port.cassette, scope: context.scope, fetch: port.fetch },
      () => wire(request, signal),
    );
    return judgeReply(port, reply, exchanges.at(-1), address);
  } catch (error) {
    if (context.signal?.aborted === true) return { stopped: context.signal.reason };
    const last = exchanges.at(-1);
    const facts = last === undefined || last.response === '' ? null : readAnswer(last);
    const found =
      last === undefined || facts === null || (facts.error === null && !saysWhatItIs(facts, last))
        ? null
        : outcomeOf(facts, true, last, address, error);
    const outcome = found ?? transportFailure(error, last, address, deadline.aborted);
    if (outcome instanceof OsharmError) return { failure: outcome };
    return { reply: { ...blank, outcome, ...sourceOf(port, address, facts ?? noFacts) } };
  }
}

function judgeReply<Reply extends WireReply>(
  port: ModelPort,
  reply: Reply,
  exchange: Exchange | undefined,
  address: ModelAddress,
): Tried<Reply> {
  const read = exchange === undefined ? noFacts : readAnswer(exchange);
  const { stopReason } = reply;
  const facts =
    read.stop === null && stopReason !== undefined
      ? { ...read, stop: stopOf('bedrock', stopReason), stopName: stopReason }
      : read;
  const outcome = outcomeOf(facts, reply.isBlank, exchange, address);
  if (outcome instanceof ModelError) return { failure: outcome };
  return { reply: { ...reply, outcome, ...sourceOf(port, address, facts) } };
}

function sourceOf(
  { redactor }: ModelPort,
  address: ModelAddress,
  { answeredBy, reasoning }: AnswerFacts,
): Omit<ReplyFacts, 'outcome'> {
  return {
    answering: answeringModel(address, answeredBy),
    reasoning: reasoning === null ? undefined : redactor.value(reasoning),
  };
}

/** True if the fields explain a reply that the wire couldn't parse. */
function saysWhatItIs({ stop, refusal, isWithoutReply }: AnswerFacts, exchange: Exchange): boolean {
  // Fields of a reply in the wrong form, such as an interrupted stream, explain nothing.
  if (refusal === null && streamFault(exchange) !== null) return false;
  return refusal !== null || isWithoutReply || (stop !== null && stop !== 'complete' && stop !== 'unfinished');
}

function outcomeOf(
  facts: AnswerFacts,
  isBlank: boolean,
  exchange: Exchange | undefined,
  address: ModelAddress,
  cause?: unknown,
): ReplyOutcome | ModelError {
  if (facts.error !== null && exchange !== undefined) return failureOf(facts.error, exchange, address, cause);
  const outcome = outcomeOfReply(facts, isBlank);
  switch (outcome) {
    case 'context-full':
      return new ModelError('context-overflow', `${address.name} filled its context (${facts.stopName}).`);
    case 'failed':
      return new ModelError('server-error', `${address.name} failed while it answered (${facts.stopName}).`);
    case 'overloaded':
      return new ModelError('overloaded', `${address.name} is overloaded (${facts.stopName}).`);
    default:
      return outcome;
  }
}

/** The exchange with a possible unreported cost: it has no usage, or was aborted before the response arrived. */
function unmeteredIn(tried: Tried<WireReply>, exchanges: readonly Exchange[]): Exchange | null {
  if ('reply' in tried && tried.reply.usage === null) return exchanges.at(-1) ?? null;
  const isEnded =
    'stopped' in tried ||
    ('failure' in tried && tried.failure instanceof ModelError && tried.failure.kind === 'timeout');
  const last = exchanges.at(-1);
  return isEnded && last !== undefined && last.response === '' ? last : null;
}

/** Ends the retries, because a provider may charge for each unreadable reply. */
const mostUnreadableReplies = 3;

function isUnreadable(tried: Tried<unknown>): boolean {
  return 'failure' in tried && tried.failure instanceof ModelError && tried.failure.kind === 'unreadable-reply';
}

function retryIn(port: ModelPort, failure: OsharmError, attempt: number, started: number): number | null {
  if (!failure.isRetryable || attempt >= port.retry.attempts) return null;
  const retryAfterMs = failure instanceof ModelError ? failure.retryAfterMs : null;
  const waitMs = retryDelayMs(port.retry, attempt, retryAfterMs, port.random);
  return port.clock.now() + waitMs - started > port.retry.totalMs ? null : waitMs;
}

function gateOutcome(tried: Tried<unknown>, waitMs: number | null): GateOutcome {
  if ('reply' in tried) return { ok: true };
  const kind = 'failure' in tried && tried.failure instanceof ModelError ? tried.failure.kind : null;
  // An overloaded local server doesn't report overload. Its replies only arrive too late.
  if (kind === 'timeout') return { ok: false, isTooMuch: true };
  const isTooMuch = kind === 'rate-limited' || kind === 'overloaded';
  return { ok: false, isTooMuch, waitMs: isTooMuch ? (waitMs ?? 0) : 0 };
}

function recordOf(
  tried: Tried<WireReply>,
  waitMs: number | null,
): Pick<CallLine, 'result' | 'error' | 'usage' | 'answeredBy'> {
  if ('reply' in tried) {
    const { outcome, usage, answering } = tried.reply;
    return { result: resultOf(outcome), error: null, usage, answeredBy: answering?.model ?? null };
  }
  const { code, message, isRetryable } =
    'failure' in tried ? tried.failure : { code: 'stopped', message: messageOf(tried.stopped), isRetryable: false };
  return { result: code, error: { code, message, isRetryable, retryInMs: waitMs }, usage: null, answeredBy: null };
}

const resultOf = (outcome: ReplyOutcome): string =>
  outcome.kind === 'answered' ? 'ok' : outcome.kind === 'refused' ? 'refusal' : outcome.kind;

function withTries(error: OsharmError, tries: number, redactor: Redactor): OsharmError {
  const message = redactor.text(tries === 1 ? error.message : `${error.message} It was tried ${tries} times.`);
  if (!(error instanceof ModelError)) return error;
  const { status, retryAfterMs, isRetryable, pictureLimit, hint } = error;
  return new ModelError(error.kind, message, { status, retryAfterMs, isRetryable, pictureLimit, hint });
}

export const blankReply: ModelReply = { text: '', isBlank: true, usage: null };

export const portDefaults = {
  retry: { ...defaultRetryPolicy, totalMs: timeLimits.model.lastTry },
  timeoutMs: timeLimits.model.try,
  concurrency: 8,
  fetch: patientFetch,
  random: Math.random,
  clock: {
    now: () => Date.now(),
    sleep: (milliseconds, signal) =>
      sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
        throw signal?.aborted === true ? signal.reason : error;
      }),
  },
} satisfies Partial<ModelPort>;
