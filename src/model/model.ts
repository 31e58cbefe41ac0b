import { setTimeout as sleep } from 'node:timers/promises';
import { OsharmError } from '../errors.ts';
import type { CallRecorder } from './call-record.ts';
import type { Cassette } from './cassette.ts';
import { classifyFailure, isRefusedByProvider } from './classify-failure.ts';
import type { CostMeter } from './cost-meter.ts';
import { withExchanges } from './exchange.ts';
import { gateOf } from './gate.ts';
import type { Exchange } from './http-exchange.ts';
import { type ModelReply, type ModelRequest, noUsage } from './messages.ts';
import { ModelError } from './model-error.ts';
import type { ModelAddress } from './model-name.ts';
import { costOf, type Price } from './prices.ts';
import type { Redactor } from './redact.ts';
import { refusalIn } from './refusal.ts';
import { defaultRetryPolicy, type RetryPolicy, retryDelayMs } from './retry.ts';

/** Speaks one provider's language: one try, without retries. Throws whatever goes wrong. */
export type Wire<Request = ModelRequest, Reply extends WireReply = ModelReply> = (
  request: Request,
  signal: AbortSignal,
) => Promise<Reply>;
/** What every kind of reply says. */
export type WireReply = Pick<ModelReply, 'finish' | 'refusal' | 'usage'>;

/** What the calls of a sweep share. */
export interface ModelPort {
  prices: (provider: string, model: string) => Price | null;
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
}

export interface CallContext {
  /** Who calls: `agent`, `judge`, `caption` …: tokens and money are counted by it. */
  role: string;
  /** Names the run, for cassettes. */
  scope: string;
  recorder: CallRecorder | null;
  signal?: AbortSignal | undefined;
  /** Waits until one more try may be made, where the caller bounds its rate. */
  admit?: ((signal?: AbortSignal) => Promise<void>) | undefined;
}

/** A reply with what it cost; null where no price is known. */
export type Priced<Reply> = Reply & { costUsd: number | null };

/**
 * Calls a model: waits for its turn, tries again what may work again, records every try, counts the cost. A refusal is a reply.
 * Throws ModelError for what can't be had, OsharmError `max-cost-reached` or `cassette-miss`.
 */
export async function callModel<Request, Reply extends WireReply>(
  port: ModelPort,
  address: ModelAddress,
  wire: Wire<Request, Reply>,
  request: Request,
  context: CallContext,
  refused: (exchange: Exchange) => Reply,
): Promise<Priced<Reply>> {
  const gate = gateOf(`${address.provider} ${new URL(address.baseUrl).host}`, port.concurrency);
  const price = port.prices(address.provider, address.model);
  const started = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    port.meter.check();
    await gate.enter(context.signal);
    try {
      await context.admit?.(context.signal);
    } catch (error) {
      gate.leave({ ok: false, isTooMuch: false });
      throw error;
    }
    const exchanges: Exchange[] = [];
    const begun = Date.now();
    const outcome = await tryOnce(port, wire, request, context, exchanges, address.name, refused);
    const failure = outcome instanceof OsharmError ? outcome : null;
    const waitMs =
      failure?.isRetryable === true
        ? retryDelayMs(port.retry, attempt, failure instanceof ModelError ? failure.retryAfterMs : null, port.random)
        : 0;
    const isLast =
      failure === null ||
      !failure.isRetryable ||
      attempt >= port.retry.attempts ||
      Date.now() + waitMs - started > port.retry.totalMs;
    const isTooMuch =
      failure instanceof ModelError && (failure.kind === 'rate-limited' || failure.kind === 'overloaded');
    gate.leave(failure === null ? { ok: true } : { ok: false, isTooMuch, waitMs: isTooMuch && !isLast ? waitMs : 0 });
    const reply = failure === null ? (outcome as Reply) : null;
    const costUsd = reply === null || price === null ? null : costOf(price, reply.usage);
    context.recorder?.call(
      port.redactor.value({
        time: begun,
        role: context.role,
        model: address.name,
        try: attempt,
        durationMs: Date.now() - begun,
        result: failure?.code ?? (reply?.finish === 'refusal' ? 'refusal' : 'ok'),
        error:
          failure === null
            ? null
            : {
                code: failure.code,
                message: failure.message,
                isRetryable: failure.isRetryable,
                retryInMs: isLast ? null : waitMs,
              },
        usage: reply?.usage ?? null,
        costUsd,
      }),
      exchanges.map((exchange) => port.redactor.value(exchange)),
    );
    if (reply !== null) {
      port.meter.add(context.role, address.name, reply.usage, costUsd);
      return { ...reply, costUsd };
    }
    if (isLast) throw withTries(failure as OsharmError, attempt, port.redactor);
    await sleep(waitMs, undefined, context.signal === undefined ? {} : { signal: context.signal });
  }
}

async function tryOnce<Request, Reply extends WireReply>(
  port: ModelPort,
  wire: Wire<Request, Reply>,
  request: Request,
  context: CallContext,
  exchanges: Exchange[],
  name: string,
  refused: (exchange: Exchange) => Reply,
): Promise<Reply | OsharmError> {
  const deadline = AbortSignal.timeout(port.timeoutMs);
  const signal = context.signal === undefined ? deadline : AbortSignal.any([deadline, context.signal]);
  try {
    return await withExchanges({ exchanges, cassette: port.cassette, scope: context.scope, fetch: port.fetch }, () =>
      wire(request, signal),
    );
  } catch (error) {
    context.signal?.throwIfAborted();
    const last = exchanges.at(-1);
    if (last !== undefined && (isRefusedByProvider(last) || refusalIn(last.response) !== null)) return refused(last);
    return classifyFailure(error, last, name, deadline.aborted);
  }
}

/** The error of the last try, with secrets taken out and the number of tries said. */
function withTries(error: OsharmError, tries: number, redactor: Redactor): OsharmError {
  const message = redactor.text(tries === 1 ? error.message : `${error.message} It was tried ${tries} times.`);
  if (!(error instanceof ModelError)) return error;
  return new ModelError(error.kind, message, {
    status: error.status,
    retryAfterMs: error.retryAfterMs,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  });
}

/** The reply that stands for a request which the provider would not take. */
export function refusedReply(exchange: Exchange): ModelReply {
  return {
    text: '',
    finish: 'refusal',
    refusal: refusalIn(exchange.response) ?? exchange.response.slice(0, 500),
    usage: noUsage,
  };
}

/** The defaults of everything that a port needs beside keys. */
export const portDefaults = {
  retry: { ...defaultRetryPolicy, totalMs: 8 * 60_000 },
  timeoutMs: 180_000,
  concurrency: 8,
  fetch: (input, init) => fetch(input, init),
  random: Math.random,
} satisfies Partial<ModelPort>;
