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
import { patientFetch } from './patient-fetch.ts';
import type { Price } from './price.ts';
import { costAbout, costOf, savedByCache } from './prices.ts';
import type { Redactor } from './redact.ts';
import { defaultRetryPolicy, type RetryPolicy, retryDelayMs } from './retry.ts';

/** Speaks one provider's language: one try, without retries. Throws whatever goes wrong. */
export interface Wire<Request = ModelRequest, Reply extends WireReply = ModelReply> {
  (request: Request, signal: AbortSignal): Promise<Reply>;
  /** Loads what the first call needs, so that no deadline counts it. */
  ready?: () => Promise<unknown>;
}
/** What every kind of reply holds. */
export type WireReply = Pick<ModelReply, 'isBlank' | 'stopReason' | 'usage'>;

/** What the calls of a sweep share. */
export interface ModelPort {
  prices: (provider: string, model: string) => Price | null;
  /** Of which day these prices are; left out: not known. */
  pricesOf?: string | undefined;
  meter: CostMeter;
  redactor: Redactor;
  cassette: Cassette | null;
  retry: RetryPolicy;
  /** Milliseconds until one try counts as hung. */
  timeoutMs: number;
  /** Calls to one provider at once, at most. */
  concurrency: number;
  fetch: typeof fetch;
  random: () => number;
  /** The time that is recorded and waited by. */
  clock: ModelClock;
  /** What processes share of a provider's rate; left out: nothing is shared. */
  rates?: ModelRates | undefined;
  /** Told of every try that is made again. */
  onRetry?: ((retry: ModelRetry) => void) | undefined;
  /** Given what the person who runs a sweep should know, in a sentence. */
  onWarning?: ((message: string) => void) | undefined;
}

/** A call that failed is made again: the `next` of at most `of` tries comes after `waitMs` milliseconds. */
export interface ModelRetry {
  role: string;
  scope: string;
  /** Of the error. */
  code: string;
  next: number;
  of: number;
  waitMs: number;
}

export interface ModelClock {
  /** Unix milliseconds. */
  now(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal | undefined): Promise<void>;
}

export interface CallContext {
  /** Who calls: `agent`, `judge`, `caption` …: tokens and money are counted by it. */
  role: string;
  /** Names the run, for cassettes. */
  scope: string;
  recorder: CallRecorder | null;
  signal?: AbortSignal | undefined;
  /** Waits until one more try may be made, where the caller bounds its rate. */
  admit?: ((signal?: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** What a reply is, and who gave it. */
export interface ReplyFacts {
  outcome: ReplyOutcome;
  /** Null if the provider's answer names no model. */
  answering: AnsweringModel | null;
  /** What the provider returned as the model's thinking; defaults to nothing. */
  reasoning?: readonly ReasoningPart[] | undefined;
}

/** Sentences that a sweep was warned with. */
const warned = new WeakMap<ModelPort, Set<string>>();

/** Warns the user of a sweep, once for each sentence. */
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

/** A reply with its outcome and its cost: null if the price, or the tokens of one of its tries, aren't known. */
export type Priced<Reply> = Reply &
  ReplyFacts & {
    costUsd: number | null;
    /** US dollars that the provider's cache saved; negative if writing to it cost more. Omitted if no price is known. */
    savedUsd?: number | undefined;
    pricesOf?: string | undefined;
  };

/** How one try ended: with a reply, with an error, or stopped by the caller. */
type Tried<Reply> = { reply: Reply & ReplyFacts } | { failure: OsharmError } | { stopped: unknown };

/**
 * Calls a model: waits for its turn, retries what may work, records every try, counts the cost. A refusal is a reply, and
 * so is a malformed call; `blank` is the rest of a reply that came as an error.
 * Throws ModelError for a call that failed, OsharmError `max-cost-reached` or `recording-miss`, and the signal's reason.
 */
export async function callModel<Request, Reply extends WireReply>(
  port: ModelPort,
  address: ModelAddress,
  wire: Wire<Request, Reply>,
  request: Request,
  context: CallContext,
  blank: Reply,
): Promise<Priced<Reply>> {
  // What can't be loaded is told by the try itself.
  await wire.ready?.().catch(() => {});
  // Limits of providers are by model, and a slow model keeps no other one waiting.
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
      last === undefined || facts === null || (facts.error === null && !saysWhatItIs(facts))
        ? null
        : outcomeOf(facts, true, last, address, error);
    const outcome = found ?? transportFailure(error, last, address, deadline.aborted);
    if (outcome instanceof OsharmError) return { failure: outcome };
    return { reply: { ...blank, outcome, ...sourceOf(port, address, facts ?? noFacts) } };
  }
}

/** A reply that a wire read: its fields may still show an error, a refusal, or that generation failed. */
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

/** Who answered, and what the answer shows of the model's thinking. */
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

/** Whether an answer that a wire could not read is known by its fields. A stream that broke off is not. */
function saysWhatItIs({ stop, refusal, isWithoutReply }: AnswerFacts): boolean {
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

/**
 * The exchange of a try that may have cost something that no one reported: its reply has no usage, or our deadline or
 * the caller ended it before its answer came.
 */
function unmeteredIn(tried: Tried<WireReply>, exchanges: readonly Exchange[]): Exchange | null {
  if ('reply' in tried && tried.reply.usage === null) return exchanges.at(-1) ?? null;
  const isEnded =
    'stopped' in tried ||
    ('failure' in tried && tried.failure instanceof ModelError && tried.failure.kind === 'timeout');
  const last = exchanges.at(-1);
  return isEnded && last !== undefined && last.response === '' ? last : null;
}

/** A provider may charge for a reply that can't be read, and for every retry of it. */
const mostUnreadableReplies = 3;

function isUnreadable(tried: Tried<unknown>): boolean {
  return 'failure' in tried && tried.failure instanceof ModelError && tried.failure.kind === 'unreadable-reply';
}

/** Milliseconds until the next try; null where there is none. */
function retryIn(port: ModelPort, failure: OsharmError, attempt: number, started: number): number | null {
  if (!failure.isRetryable || attempt >= port.retry.attempts) return null;
  const retryAfterMs = failure instanceof ModelError ? failure.retryAfterMs : null;
  const waitMs = retryDelayMs(port.retry, attempt, retryAfterMs, port.random);
  return port.clock.now() + waitMs - started > port.retry.totalMs ? null : waitMs;
}

function gateOutcome(tried: Tried<unknown>, waitMs: number | null): GateOutcome {
  if ('reply' in tried) return { ok: true };
  const kind = 'failure' in tried && tried.failure instanceof ModelError ? tried.failure.kind : null;
  // A local server that is given too much does not say so: its answers come too late.
  if (kind === 'timeout') return { ok: false, isTooMuch: true };
  const isTooMuch = kind === 'rate-limited' || kind === 'overloaded';
  return { ok: false, isTooMuch, waitMs: isTooMuch ? (waitMs ?? 0) : 0 };
}

/** How a try ended, for the record. */
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

/** The error of the last try, with secrets taken out and the number of tries said. */
function withTries(error: OsharmError, tries: number, redactor: Redactor): OsharmError {
  const message = redactor.text(tries === 1 ? error.message : `${error.message} It was tried ${tries} times.`);
  if (!(error instanceof ModelError)) return error;
  const { status, retryAfterMs, isRetryable, pictureLimit, hint } = error;
  return new ModelError(error.kind, message, { status, retryAfterMs, isRetryable, pictureLimit, hint });
}

/** A reply of a model of text that holds nothing. */
export const blankReply: ModelReply = { text: '', isBlank: true, usage: null };

/** The defaults of everything that a port needs beside keys. */
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
