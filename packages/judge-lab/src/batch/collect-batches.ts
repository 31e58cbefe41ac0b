import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, PreparedJudge, TreeResult } from 'osharm/judging';
import {
  addSpent,
  type BatchItem,
  batchLogFile,
  CallRecorder,
  concludeTrace,
  costAbout,
  costOf,
  currentInputsHash,
  folderOf,
  type ItemAnswer,
  type LoggedBatch,
  logBatchEvent,
  readBatchLog,
  readTrace,
  triesAtForm,
  typedError,
} from 'osharm/judging';
import type { BatchAnswer, BatchService, BatchState } from './batch-service.ts';

export interface OpenBatch {
  /** Null if the submitting command was killed. The next `submit` recovers the ID. */
  id: string | null;
  requests: number;
  state: BatchState | null;
}

export interface Collected {
  results: TreeResult[];
  /** Runs that the next `submit` will submit again, and why. */
  again: { directory: string; outcome: ItemAnswer['outcome']; reason: string }[];
  open: OpenBatch[];
}

/** The states of a tree's open batches. Downloads no results. */
export async function batchStatus(root: string, judge: PreparedJudge, service: BatchService): Promise<OpenBatch[]> {
  const open: OpenBatch[] = [];
  for (const { id, items, state } of readBatchLog(batchLogFile(root, judge)))
    if (state === 'planned' || state === 'created')
      open.push({ id, requests: items.length, state: id === null ? null : await service.state(id) });
  return open;
}

/** Collects the answers of all ended batches. Logs each run's answer, so the same command resumes after a crash. */
export async function collectBatches(
  root: string,
  judge: PreparedJudge,
  service: BatchService,
  onResult: (directory: string, outcome: ItemAnswer['outcome']) => void = () => {},
): Promise<Collected> {
  const log = batchLogFile(root, judge);
  const collected: Collected = { results: [], again: [], open: [] };
  for (const batch of readBatchLog(log)) {
    if (batch.state !== 'created' && batch.state !== 'planned') continue;
    const state = batch.id === null ? null : await service.state(batch.id);
    if (batch.id === null || state === null || !state.isEnded) {
      collected.open.push({ id: batch.id, requests: batch.items.length, state });
      continue;
    }
    const items = new Map(batch.items.map((item) => [item.customId, item]));
    const take = async (answer: BatchAnswer): Promise<void> => {
      const item = items.get(answer.customId);
      if (item === undefined || batch.answers.has(answer.customId)) return;
      const { result, event } = await concludeItem(root, judge, service, batch, item, answer);
      batch.answers.set(answer.customId, event);
      logBatchEvent(log, event);
      if (result !== null) collected.results.push(result);
      else
        collected.again.push({
          directory: join(root, item.directory),
          outcome: event.outcome,
          reason: event.reason ?? '',
        });
      onResult(join(root, item.directory), event.outcome);
    };
    let isOurs = batch.answers.size > 0 || state.failure !== null;
    for await (const answer of service.results(batch.id)) {
      isOurs ||= items.has(answer.customId);
      await take(answer);
    }
    if (!isOurs) {
      logBatchEvent(log, {
        event: 'dropped',
        key: batch.key,
        reason: `The batch ${batch.id} does not belong to these results.`,
      });
      continue;
    }
    const reason = state.failure ?? `The batch (${state.status}) contains no answer to it.`;
    const kind = state.status === 'expired' ? 'expired' : 'failed';
    for (const { customId } of batch.items) await take({ customId, kind, reason });
    logBatchEvent(log, { event: 'ended', key: batch.key, status: state.status });
  }
  return collected;
}

async function concludeItem(
  root: string,
  judge: PreparedJudge,
  service: BatchService,
  batch: LoggedBatch,
  item: BatchItem,
  answer: BatchAnswer,
): Promise<{ result: TreeResult | null; event: ItemAnswer }> {
  const directory = join(root, item.directory);
  const spent = structuredClone(item.draft.spent);
  const event = (outcome: ItemAnswer['outcome'], reason: string | null) =>
    ({ event: 'answered', key: batch.key, customId: item.customId, outcome, reason, spent }) as const;
  if (answer.kind !== 'answer') return { result: null, event: event(answer.kind, answer.reason) };
  let read: Answer;
  try {
    read = judge.asker.dialect.read(answer.body);
  } catch {
    return { result: null, event: event('failed', 'The answer does not have the format of an answer.') };
  }
  const { port, address } = judge.asker;
  const price = port.prices(address.provider, address.model);
  const costUsd = price === null || read.usage === null ? null : costOf(price, read.usage) * service.priceShare;
  addSpent(spent, 'judge', { usage: read.usage, costUsd });
  if (read.usage !== null) port.meter.add('judge', address.name, read.usage, costUsd);
  else {
    const about = costAbout(price, { request: item.draft, response: JSON.stringify(answer.body) });
    port.meter.addUnmetered('judge', address.name, about * service.priceShare);
  }
  try {
    const trace = readTrace(directory);
    if ((await currentInputsHash(trace, judge)) !== item.draft.inputsHash)
      return { result: null, event: event('changed', 'The run has changed since it was submitted.') };
    record(judge, directory, batch, item, { body: answer.body, usage: read.usage, costUsd });
    const result = concludeTrace(trace, judge, read, {
      draft: { ...item.draft, spent, tries: item.draft.tries + 1 },
      isLast: item.attempt >= triesAtForm,
      batch: { id: batch.id ?? '', custom_id: item.customId, price_share: service.priceShare },
    });
    if (result.state === 'off-form')
      return { result: null, event: event('ask-again', 'The answer does not have the requested format.') };
    return { result, event: event(result.state === 'unscored' ? 'unscored' : 'judged', null) };
  } catch (error) {
    return { result: null, event: event('failed', typedError(error, 'judge-failed').message) };
  }
}

/** Adds the exact answer to `calls.jsonl`, like a direct call. */
function record(
  judge: PreparedJudge,
  directory: string,
  batch: LoggedBatch,
  item: BatchItem,
  answer: { body: unknown; usage: Answer['usage']; costUsd: number | null },
): void {
  const { address, port } = judge.asker;
  const file = join(folderOf(directory, judge), 'calls.jsonl');
  const recorder = new CallRecorder((line) => appendFileSync(file, `${JSON.stringify(line)}\n`));
  const request = { batch: batch.id, custom_id: item.customId, messages_sha256: item.draft.messagesHash };
  recorder.call(
    {
      time: Date.now(),
      role: 'judge',
      model: address.name,
      try: item.attempt,
      durationMs: Date.now() - batch.time,
      result: 'ok',
      error: null,
      usage: answer.usage,
      answeredBy: null,
      costUsd: answer.costUsd,
    },
    [
      port.redactor.value({
        url: `${address.baseUrl}/batches`,
        request,
        status: 200,
        headers: {},
        response: JSON.stringify(answer.body),
      }),
    ],
  );
}
