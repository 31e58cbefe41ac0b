import { UsageError } from 'osharm';
import { counted, printable, stepNumber } from 'osharm/commands';
import { modelProviderNames } from 'osharm/queue';
import {
  cancelSweep,
  limitSweep,
  listSweeps,
  pauseSweep,
  resumeSweep,
  retrySweep,
  type SweepOverview,
} from '../queue/control.ts';
import { QueueDatabase } from '../queue/database.ts';
import { listRates, type ProviderRate, setRate } from '../queue/rate-table.ts';
import { type SweepStatus, sweepStatus } from '../queue/sweep-status.ts';

export interface SweepFlags {
  queue: string;
  json?: boolean;
}

export interface RetryFlags extends SweepFlags {
  code?: string;
}

export interface LimitFlags extends SweepFlags {
  maxCost?: number;
  parallel?: number;
  priority?: number;
}

export interface RateFlags extends SweepFlags {
  requests?: number | false;
  tokens?: number | false;
}

export async function showSweeps(flags: SweepFlags): Promise<void> {
  const sweeps = await withQueue(flags, (database) => listSweeps(database));
  show(flags, sweeps, sweeps.map(overviewLine));
}

export async function showSweepStatus(name: string, flags: SweepFlags): Promise<void> {
  const found = await withQueue(flags, (database) => sweepStatus(database, name));
  show(flags, found, statusLines(found, Date.now()));
}

export async function pauseClaims(name: string, flags: SweepFlags): Promise<void> {
  await withQueue(flags, (database) => pauseSweep(database, name));
  show(flags, { name, state: 'paused' }, [`${name} is paused. Runs in progress finish.`]);
}

export async function resumeClaims(name: string, flags: SweepFlags): Promise<void> {
  await withQueue(flags, (database) => resumeSweep(database, name));
  show(flags, { name, state: 'open' }, [`${name} continues.`]);
}

export async function cancelWaiting(name: string, flags: SweepFlags): Promise<void> {
  const cancelled = await withQueue(flags, (database) => cancelSweep(database, name));
  show(flags, { name, cancelled }, [
    `${counted(cancelled, 'run')} cancelled. Active ones stop at their next heartbeat.`,
  ]);
}

export async function retryFailed(name: string, flags: RetryFlags): Promise<void> {
  const retried = await withQueue(flags, (database) => retrySweep(database, name, { code: flags.code }));
  show(flags, { name, retried }, [`${counted(retried, 'run')} queued again.`]);
}

export async function changeLimits(name: string, flags: LimitFlags): Promise<void> {
  const { maxCost: capUsd, parallel, priority } = flags;
  const now = await withQueue(flags, async (database) => {
    await limitSweep(database, name, { capUsd, parallel, priority });
    return sweepStatus(database, name);
  });
  show(flags, { name, maxCostUsd: now.capUsd, parallel: now.parallel, priority: now.priority }, [limitsLine(now)]);
}

export async function changeRates(provider: string | undefined, flags: RateFlags): Promise<void> {
  const limits = { requestsPerMinute: asLimit(flags.requests), tokensPerMinute: asLimit(flags.tokens) };
  const isChange = limits.requestsPerMinute !== undefined || limits.tokensPerMinute !== undefined;
  if (isChange && (provider === undefined || !modelProviderNames.includes(provider)))
    throw new UsageError(
      provider === undefined ? 'Name the provider whose rate you want to set.' : `There is no provider ${provider}.`,
      { code: 'rate-provider', hint: `Providers: ${modelProviderNames.join(', ')}.` },
    );
  const rates = await withQueue(flags, async (database) => {
    if (isChange) await setRate(database, String(provider), limits);
    return listRates(database);
  });
  const shown = rates.filter((rate) => provider === undefined || rate.provider === provider);
  show(flags, shown, shown.length === 0 ? ['No provider has been called, and none has a rate.'] : shown.map(rateLine));
}

const asLimit = (flag: number | false | undefined): number | null | undefined => (flag === false ? null : flag);

function rateLine({
  provider,
  requestsPerMinute,
  tokensPerMinute,
  loweredTo,
  closedSeconds,
  waiting,
}: ProviderRate): string {
  const limits = [
    ...(requestsPerMinute === null ? [] : [`${requestsPerMinute} requests a minute`]),
    ...(tokensPerMinute === null ? [] : [`${tokensPerMinute} tokens a minute`]),
  ];
  const parts = [
    limits.length === 0 ? 'no limit' : limits.join(' and '),
    ...(loweredTo === null ? [] : [`held at ${loweredTo.toFixed(1)} requests a minute after a rate-limit error`]),
    ...(closedSeconds > 0 ? [`called again in ${Math.ceil(closedSeconds)} s`] : []),
    ...(waiting > 0 ? [`${counted(waiting, 'worker')} waiting`] : []),
  ];
  return `${provider}: ${parts.join(', ')}`;
}

async function withQueue<T>({ queue }: SweepFlags, action: (database: QueueDatabase) => Promise<T>): Promise<T> {
  const database = await QueueDatabase.open(queue, { supervises: false });
  try {
    return await action(database);
  } finally {
    await database.close();
  }
}

function show({ json }: SweepFlags, value: unknown, lines: readonly string[]): void {
  if (json === true) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  else for (const line of lines) process.stdout.write(`${printable(line)}\n`);
}

function overviewLine({ name, state, runs, judgments, capUsd, spentUsd }: SweepOverview): string {
  const total = runs.waiting + runs.running + runs.committed + runs.failed + runs.cancelled;
  const parts = [
    `${name}: ${state}`,
    `${runs.committed} of ${total} committed`,
    ...(runs.running > 0 ? [`${runs.running} running`] : []),
    ...(runs.failed > 0 ? [`${runs.failed} failed`] : []),
    ...judgmentParts(judgments),
    ...(capUsd === null && spentUsd === 0 ? [] : [money({ capUsd, spentUsd })]),
  ];
  return parts.join(', ');
}

function judgmentParts({ waiting, running, committed, failed, cancelled }: SweepOverview['judgments']): string[] {
  const total = waiting + running + committed + failed + cancelled;
  if (total === 0) return [];
  return [`${committed} of ${total} judgments`, ...(failed > 0 ? [`${failed} judgments failed`] : [])];
}

function money({ capUsd, spentUsd }: Pick<SweepOverview, 'capUsd' | 'spentUsd'>): string {
  return `$${spentUsd.toFixed(2)} spent or reserved${capUsd === null ? '' : ` of $${capUsd.toFixed(2)}`}`;
}

function limitsLine({ capUsd, parallel, priority, runUsd }: SweepOverview): string {
  const cost =
    capUsd === null ? 'no cost limit' : `$${capUsd.toFixed(2)} at most, $${runUsd.toFixed(2)} reserved per run`;
  return `${cost}; ${parallel === null ? 'as many runs at a time as workers allow' : `${parallel} runs at a time`}; priority ${priority}`;
}

function statusLines(status: SweepStatus, now: number): string[] {
  const { running, errors, recent, etaSeconds, results } = status;
  const ago = (date: Date): string => `${Math.max(0, Math.round((now - date.getTime()) / 1000))} s`;
  return [
    overviewLine(status),
    limitsLine(status),
    `${counted(recent, 'run')} in the last ten minutes${etaSeconds === null || etaSeconds === 0 ? '' : `, about ${Math.ceil(etaSeconds / 60)} min left`}`,
    ...(isOutOfMoney(status)
      ? ['The budget doesn’t allow another run. Raise it: osharm fleet limits NAME --max-cost']
      : []),
    ...errors.flatMap(({ code, blame, runs, message }) => [`  ${runs} × ${code} (${blame}): ${message}`]),
    ...running.map(
      ({ label, worker, attempt, step, startedAt, seenAt }) =>
        `  ${label}: ${step === null ? 'starting' : `step ${stepNumber(step)}`}, attempt ${attempt}, on ${worker} for ${ago(startedAt)}, seen ${ago(seenAt)} ago`,
    ),
    `Results: ${results}`,
  ];
}

function isOutOfMoney({ capUsd, spentUsd, runUsd, runs }: SweepOverview): boolean {
  return capUsd !== null && runs.waiting > 0 && spentUsd + runUsd > capUsd;
}
