import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OsharmError } from 'osharm';
import type { PreparedJudge } from 'osharm/judging';
import {
  addSpents,
  type BatchItem,
  batchLogFile,
  costAtMost,
  isOutOfMoney,
  type JudgmentDraft,
  type LoggedBatch,
  logBatchEvent,
  outputAtMost,
  pendingIn,
  prepareTrace,
  readBatchLog,
  requestBody,
  sumKnown,
  tokensAtMost,
  typedError,
} from 'osharm/judging';
import type { BatchService } from './batch-service.ts';

export interface SubmitOptions {
  force?: boolean;
  retryUnscored?: boolean;
  signal?: AbortSignal | undefined;
  /** How long after a lost response the provider may still list the batch. Defaults to one minute. */
  graceMs?: number;
  concurrency?: number;
  onRun?(directory: string, what: 'prepared' | 'kept' | 'failed'): void;
}

export interface Submitted {
  batches: { id: string; requests: number }[];
  /** IDs of batches that an earlier command created without recording them. */
  recovered: string[];
  /** Runs that are already judged or unscored. */
  kept: string[];
  /** Runs whose answers from earlier batches are pending. */
  pending: string[];
  failed: { directory: string; error: OsharmError }[];
  /** Upper bound in US dollars; null if a price is unknown. */
  costAtMostUsd: number | null;
  /** Set if the budget stopped the submission. */
  stopped: OsharmError | null;
}

interface Part {
  key: string;
  file: string;
  bytes: number;
  items: BatchItem[];
}

/**
 * Submits every run that is neither judged nor pending. Each batch is logged before it is created, so after a crash the
 * same command finds it and submits nothing twice.
 */
export async function submitBatches(
  root: string,
  runs: readonly string[],
  judge: PreparedJudge,
  service: BatchService,
  options: SubmitOptions = {},
): Promise<Submitted> {
  const log = batchLogFile(root, judge);
  const recovered = await recover(log, service, options);
  const logged = readBatchLog(log);
  const pending = pendingIn(logged);
  const earlier = lastAnswers(logged);
  const submitted: Submitted = {
    batches: [],
    recovered,
    kept: [],
    pending: runs.filter((run) => pending.has(relative(root, run))),
    failed: [],
    costAtMostUsd: 0,
    stopped: null,
  };
  let part: Part | null = null;
  const waiting = runs.filter((run) => !pending.has(relative(root, run)));
  const concurrency = options.concurrency ?? 4;
  for (let at = 0; at < waiting.length && submitted.stopped === null; at += concurrency) {
    options.signal?.throwIfAborted();
    const some = waiting.slice(at, at + concurrency);
    for (const made of await Promise.all(some.map((run) => makeRequest(run, judge, service, options)))) {
      const { directory } = made;
      if (submitted.stopped !== null) break;
      options.onRun?.(directory, made.what);
      if (made.what === 'kept') submitted.kept.push(directory);
      else if (made.what === 'failed') {
        if (isOutOfMoney(made.error)) submitted.stopped = made.error;
        else submitted.failed.push({ directory, error: made.error });
      } else {
        const sum = sumKnown(submitted.costAtMostUsd, made.costAtMostUsd);
        submitted.stopped = overBudget(judge, sum);
        if (submitted.stopped !== null) break;
        part =
          (part === null ? null : await handInIfFull(part, made.body.length, log, service, submitted)) ?? newPart(log);
        addRequest(part, relative(root, directory), made, earlier, service);
        submitted.costAtMostUsd = sum;
      }
    }
  }
  if (part !== null) await handIn(part, log, service, submitted);
  return submitted;
}

interface MadeRequest {
  what: 'prepared';
  directory: string;
  draft: JudgmentDraft;
  body: string;
  costAtMostUsd: number | null;
}

async function makeRequest(
  directory: string,
  judge: PreparedJudge,
  service: BatchService,
  options: SubmitOptions,
): Promise<
  MadeRequest | { what: 'kept'; directory: string } | { what: 'failed'; directory: string; error: OsharmError }
> {
  const { port, address, dialect } = judge.asker;
  try {
    const prepared = await prepareTrace(directory, judge, options);
    if ('state' in prepared) return { what: 'kept', directory };
    const value = dialect.body(address.model, prepared.question);
    const body = await requestBody(value);
    const price = port.prices(address.provider, address.model);
    const most = costAtMost(price, tokensAtMost(address.model, body, outputAtMost(value)));
    return {
      what: 'prepared',
      directory,
      draft: { ...prepared.draft, tries: prepared.tries() },
      body: typeof body.sent === 'string' ? body.sent : await body.sent.text(),
      costAtMostUsd: most === null ? null : most * service.priceShare,
    };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { what: 'failed', directory, error: typedError(error, 'judge-failed') };
  }
}

function addRequest(
  part: Part,
  directory: string,
  { draft, body }: MadeRequest,
  earlier: ReturnType<typeof lastAnswers>,
  service: BatchService,
): void {
  const before = earlier.get(directory);
  const isSecond = before?.outcome === 'ask-again' && before.inputsHash === draft.inputsHash;
  const item: BatchItem = {
    customId: `${part.key}-${part.items.length}`,
    directory,
    attempt: isSecond ? 2 : 1,
    draft: isSecond
      ? { ...draft, spent: addSpents(before.spent, draft.spent), tries: draft.tries + before.tries }
      : draft,
  };
  const line = `${part.items.length === 0 ? '' : service.separator}${service.line(item.customId, body)}`;
  appendFileSync(part.file, line);
  part.bytes += Buffer.byteLength(line);
  part.items.push(item);
}

function newPart(log: string): Part {
  const key = `osharm-${randomBytes(8).toString('hex')}`;
  mkdirSync(dirname(log), { recursive: true });
  return { key, file: join(dirname(log), `${key}.requests`), bytes: 0, items: [] };
}

async function handInIfFull(
  part: Part,
  more: number,
  log: string,
  service: BatchService,
  submitted: Submitted,
): Promise<Part | null> {
  // 500 bytes cover the JSON around a request.
  const isFull = part.items.length >= service.requestsAtMost || part.bytes + more + 500 > service.bytesAtMost;
  if (!isFull) return part;
  await handIn(part, log, service, submitted);
  return null;
}

async function handIn(part: Part, log: string, service: BatchService, submitted: Submitted): Promise<void> {
  const { key, file, items } = part;
  if (items.length === 0) return;
  const time = Date.now();
  logBatchEvent(log, { event: 'planned', key, time, items });
  try {
    const id = await service.create(file, key);
    logBatchEvent(log, { event: 'created', key, id });
    submitted.batches.push({ id, requests: items.length });
  } catch (error) {
    const typed = typedError(error, 'judge-failed');
    // After a definite rejection there is no batch. After any other error there may be one, which the next command
    // searches for.
    if (!typed.isRetryable || typed.code === 'model-rate-limited')
      logBatchEvent(log, { event: 'dropped', key, reason: typed.message });
    throw typed;
  } finally {
    rmSync(file, { force: true });
  }
}

async function recover(
  log: string,
  service: BatchService,
  { graceMs = 60_000, signal }: SubmitOptions,
): Promise<string[]> {
  const found: string[] = [];
  const logged = readBatchLog(log);
  const known = new Set(logged.flatMap(({ id }) => (id === null ? [] : [id])));
  for (const { key, time, items, state } of logged) {
    if (state !== 'planned') continue;
    rmSync(join(dirname(log), `${key}.requests`), { force: true });
    const look = () => service.find({ key, since: time, count: items.length, known });
    let id = await look();
    // The provider may list a new batch with a delay.
    for (; id === null && Date.now() < time + graceMs; id = await look())
      await sleep(Math.min(2_000, graceMs / 5), undefined, { signal });
    if (id === null) {
      logBatchEvent(log, { event: 'dropped', key, reason: 'It did not reach the provider.' });
      continue;
    }
    known.add(id);
    logBatchEvent(log, { event: 'created', key, id });
    found.push(id);
  }
  return found;
}

function lastAnswers(logged: readonly LoggedBatch[]) {
  return new Map(
    logged.flatMap(({ items, answers }) =>
      items.flatMap(({ customId, directory, draft }) => {
        const answer = answers.get(customId);
        return answer === undefined
          ? []
          : [[directory, { ...answer, inputsHash: draft.inputsHash, tries: draft.tries + 1 }] as const];
      }),
    ),
  );
}

function overBudget({ asker }: PreparedJudge, costAtMostUsd: number | null): OsharmError | null {
  const { limitUsd, totalUsd } = asker.port.meter;
  if (limitUsd === null || costAtMostUsd === null || totalUsd + costAtMostUsd <= limitUsd) return null;
  return new OsharmError(
    `More requests may cost $${(totalUsd + costAtMostUsd).toFixed(4)}, and --max-cost is $${limitUsd}.`,
    {
      code: 'max-cost-reached',
      blame: 'task',
      hint: 'Repeat the command with a higher --max-cost: submitted requests are not submitted again.',
    },
  );
}
