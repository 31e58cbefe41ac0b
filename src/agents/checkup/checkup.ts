import { messageOf, OsharmError } from '../../base/errors.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import { contextSize } from '../models/context-size.ts';
import { blankReply, callModel } from '../models/model.ts';
import { costOf } from '../models/prices.ts';
import { thinks } from '../models/thinking-models.ts';
import { createWire } from '../models/wire/create-wire.ts';
import { checks, type PlannedCheck } from './checks.ts';
import type { CheckupContext, CheckupFinding, CheckupOptions } from './checkup-context.ts';
import { drawTarget } from './target-picture.ts';

export interface ModelCheckup {
  model: string;
  provider: string;
  calls: number;
  /** Null if the provider reports no usage or no price is known. */
  costUsd: number | null;
  durationMs: number;
  findings: CheckupFinding[];
  flags: string[];
}

/** Budget of a checkup. An answer slower than `slowMs` is reported. */
export const checkupLimits = { usd: 0.05, calls: 15, milliseconds: 60_000, slowMs: 10_000 };

/** Selects the checks that fit the budget and estimates their cost. `usd` is null if no price is known. */
export function priceOfChecks({ port, address }: Pick<CheckupOptions, 'port' | 'address'>): {
  planned: PlannedCheck[];
  skipped: PlannedCheck[];
  usd: number | null;
} {
  const price = port.prices(address.provider, address.model);
  const factor = thinks(address.name) ? 4 : 1;
  let usd = 0;
  const [planned, skipped]: [PlannedCheck[], PlannedCheck[]] = [[], []];
  for (const check of checks) {
    const usage = { inputTokens: check.tokens.input, outputTokens: check.tokens.output * factor, cachedInputTokens: 0 };
    const cost = price === null ? 0 : costOf(price, usage);
    if (usd + cost > checkupLimits.usd) skipped.push(check);
    else {
      usd += cost;
      planned.push(check);
    }
  }
  return { planned, skipped, usd: price === null ? null : usd };
}

/**
 * Calls a model about a dozen times to find out what a sweep can rely on. Executes nothing that the model returns.
 * Provider failures become findings; only the signal's reason is thrown.
 */
export async function checkModel(options: CheckupOptions, limits = checkupLimits): Promise<ModelCheckup> {
  const { address, key, environment, signal } = options;
  const started = performance.now();
  const over = AbortSignal.timeout(limits.milliseconds);
  // Without retries, every fault becomes a finding.
  const port = { ...options.port, retry: { ...options.port.retry, attempts: 1 } };
  const wire = createWire(address, key, { profile: 'osharm', environment });
  const durations: number[] = [];
  let calls = 0;
  let costUsd: number | null = 0;
  const call: CheckupContext['call'] = async (asked, request, blank) => {
    calls += 1;
    const begun = performance.now();
    const context = { role: 'checkup', scope: 'checkup', recorder: null, signal: AbortSignal.any([signal, over]) };
    const reply = await callModel(port, address, asked, request, context, blank);
    durations.push(performance.now() - begun);
    costUsd = sumKnown(costUsd, reply.costUsd);
    return reply;
  };
  const context: CheckupContext = {
    ...options,
    port,
    picture: await drawTarget(),
    maxTokens: thinks(address.name) ? null : 1500,
    ask: (request) => call(wire, request, blankReply),
    call,
    durations,
  };
  const { planned, skipped } = priceOfChecks(options);
  const findings: CheckupFinding[] = [];
  for (const { id, run } of planned) {
    signal.throwIfAborted();
    if (over.aborted) {
      findings.push({
        check: id,
        state: 'skipped',
        detail: 'not tried: the time limit of one minute was reached',
        flag: '--timeout 600',
      });
      continue;
    }
    try {
      findings.push(...(await run(context)));
    } catch (error) {
      signal.throwIfAborted();
      findings.push(failed(id, error, address.provider));
      // The remaining checks would fail in the same way.
      if (error instanceof OsharmError && endsCheckup.has(error.code)) break;
    }
  }
  for (const { id } of skipped)
    findings.push({ check: id, state: 'skipped', detail: `not tried: it might exceed $${checkupLimits.usd} in total` });
  findings.push(...speedOf(durations, limits.slowMs), await contextOf(context));
  return {
    model: address.name,
    provider: address.provider,
    calls,
    costUsd,
    durationMs: Math.round(performance.now() - started),
    findings: eachOnce(findings),
    flags: [...new Set(findings.flatMap(({ flag }) => flag ?? []))],
  };
}

function eachOnce(findings: readonly CheckupFinding[]): CheckupFinding[] {
  const known = new Set<string>();
  return findings.filter((finding) => {
    const key = `${finding.check} ${finding.detail}`;
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

const endsCheckup: ReadonlySet<string> = new Set([
  'model-not-allowed',
  'model-no-such-model',
  'model-quota-exhausted',
  'model-unreachable',
  'max-cost-reached',
]);

function failed(check: string, error: unknown, provider: string): CheckupFinding {
  const hint = error instanceof OsharmError ? error.hint : undefined;
  const isTimeout =
    error instanceof Error && (error.name === 'TimeoutError' || /did not answer in time/.test(error.message));
  const detail = isTimeout ? 'no answer within a minute' : messageOf(error);
  return { check, state: 'fault', detail, flag: isTimeout ? '--timeout 600' : (hint ?? usualHelp(error, provider)) };
}

/** Servers usually reject a request because they implement another version of the API. */
function usualHelp(error: unknown, provider: string): string | undefined {
  const code = error instanceof OsharmError ? error.code : '';
  return code === 'model-request-rejected'
    ? `${provider.toUpperCase()}_BASE_URL with the version that this server speaks, or another --model`
    : undefined;
}

function speedOf(durations: readonly number[], slowMs: number): CheckupFinding[] {
  const slowest = Math.max(...durations, 0);
  if (durations.length === 0) return [];
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
  const sorted = durations.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const detail = `an answer takes ${seconds(median)} s (median), ${seconds(slowest)} s at most`;
  return slowest > slowMs
    ? [{ check: 'speed', state: 'fault', detail: `slow: ${detail}`, flag: '--timeout 600' }]
    : [{ check: 'speed', state: 'works', detail }];
}

async function contextOf({ port, address, key }: CheckupContext): Promise<CheckupFinding> {
  const tokens = await contextSize(port, address, key);
  const price = port.prices(address.provider, address.model);
  const priced =
    price === null
      ? 'no price is known, so --max-cost can’t be used'
      : `$${price.input} in, $${price.output} out per million tokens`;
  return {
    check: 'price and context',
    state: price === null ? 'unknown' : 'works',
    detail: `${priced}; ${tokens === null ? 'the server does not report its context' : `a context of ${tokens.toLocaleString('en')} tokens`}`,
    flag: price === null ? '--prices FILE' : undefined,
  };
}
