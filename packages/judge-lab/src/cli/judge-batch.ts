import { OsharmError } from 'osharm';
import {
  asJson,
  counted,
  errorAsJson,
  printable,
  rateLines,
  stoppedJudging,
  untilStopped,
  writeJudgments,
} from 'osharm/commands';
import type { BatchAction, BatchFlags, PreparedJudge } from 'osharm/judging';
import { batchLogFile, claimFile } from 'osharm/judging';
import { batchServiceOf } from '../batch/batch-service-of.ts';
import { batchStatus, collectBatches, type OpenBatch } from '../batch/collect-batches.ts';
import { judgedAlready } from '../batch/judged-already.ts';
import { submitBatches } from '../batch/submit-batches.ts';

export async function judgeByBatch(
  action: BatchAction,
  root: string,
  runs: readonly string[],
  judge: PreparedJudge,
  flags: BatchFlags,
): Promise<void> {
  const log = batchLogFile(root, judge);
  const { stopped } = await untilStopped(async (signal) => {
    const service = batchServiceOf(judge.asker, signal);
    switch (action) {
      case 'submit':
        return withBatchLock(log, async () => {
          const submitted = await submitBatches(root, runs, judge, service, {
            concurrency: flags.parallel,
            force: flags.force === true,
            retryUnscored: flags.retryUnscored === true,
            signal,
          });
          const { failed, stopped } = submitted;
          print(
            flags,
            { ...submitted, failed: asJson(failed), stopped: stopped === null ? null : errorAsJson(stopped) },
            [
              ...submitted.recovered.map((id) => `Found: ${id}, submitted by an interrupted command.`),
              ...submitted.batches.map(({ id, requests }) => `Submitted: ${id}, ${counted(requests, 'request')}.`),
              ...submitted.failed.map(({ directory, error }) => `${directory}: failed. ${error.message}`),
              `${submitted.kept.length} judged or unscored already, ${submitted.pending.length} submitted before, ${submitted.failed.length} failed of ${runs.length} runs; ${atMost(submitted.costAtMostUsd)}.`,
              'Answers arrive within a day: --batch status shows progress, --batch collect fetches them.',
            ],
          );
          if (submitted.stopped !== null) throw submitted.stopped;
          if (submitted.failed.length > 0) process.exitCode = 1;
        });
      case 'status': {
        const open = await batchStatus(root, judge, service);
        print(flags, { open }, open.length === 0 ? ['No batch is open.'] : open.map(openLine));
        return;
      }
      case 'collect':
        return withBatchLock(log, async () => {
          const started = performance.now();
          let done = 0;
          const collected = await collectBatches(root, judge, service, (directory, outcome) => {
            done += 1;
            if (flags.quiet !== true) process.stderr.write(`[${done}] ${printable(`${directory}: ${outcome}`)}\n`);
          });
          const { results, again, open } = collected;
          const unscored = results.filter(({ state }) => state === 'unscored').length;
          const seconds = (performance.now() - started) / 1000;
          const all = await judgedAlready(runs, judge);
          const file = writeJudgments(root, runs, judge, all, seconds);
          print(flags, { ...collected, results: asJson(collected.results), file }, [
            ...again.map(({ directory, outcome, reason }) => `${directory}: ${outcome}. ${reason}`),
            ...open.map(openLine),
            `${results.length - unscored} judged, ${unscored} unscored, ${again.length} to submit again, ${open.length} batches open; $${judge.asker.port.meter.totalUsd.toFixed(4)}.`,
            ...(again.length > 0 ? ['--batch submit submits those again.'] : []),
            ...rateLines(all, seconds),
            `All judgments: ${file}`,
          ]);
          if (again.length + open.length + unscored > 0) process.exitCode = 1;
        });
      default:
        return action satisfies never;
    }
  }, stoppedJudging);
  if (stopped) process.exitCode = 1;
}

/** Runs `work` unless another command is submitting or collecting the same batches. Throws OsharmError `batch-busy`. */
async function withBatchLock<T>(logFile: string, work: () => Promise<T>): Promise<T> {
  const release = claimFile(`${logFile}.lock`);
  if (release === null)
    throw new OsharmError('Another command is working on these batches.', {
      code: 'batch-busy',
      blame: 'environment',
      isRetryable: true,
      hint: 'Wait until it ends.',
    });
  try {
    return await work();
  } finally {
    release();
  }
}

function print(flags: BatchFlags, value: unknown, lines: readonly string[]): void {
  if (flags.json === true) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  else for (const line of lines) process.stdout.write(`${printable(line)}\n`);
}

function openLine({ id, requests, state }: OpenBatch): string {
  if (id === null)
    return `A batch of ${counted(requests, 'request')} whose name was lost: --batch submit looks for it.`;
  return `${id}: ${state?.status ?? 'unknown'}, ${state?.done ?? 0} of ${requests} done.`;
}

function atMost(costUsd: number | null): string {
  return costUsd === null ? 'cost unknown' : `at most $${costUsd.toFixed(4)}`;
}
