import { setTimeout as sleep } from 'node:timers/promises';
import { isOutOfMoney } from '../../agents/models/out-of-money.ts';
import type { OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import { typedError } from '../../base/record/typed-error.ts';
import { type JudgedTrace, judgeTrace, type PreparedJudge } from './judge-trace.ts';

/** Delay before retrying a run that another command is judging. */
const busyMs = 250;

export type TreeResult = JudgedTrace | { directory: string; state: 'failed'; error: OsharmError };

export interface TreeOptions {
  concurrency: number;
  force?: boolean;
  retryUnscored?: boolean;
  signal?: AbortSignal | undefined;
  onResult?(result: TreeResult, done: number): void;
}

/**
 * Judges directories in parallel. A failed run doesn't stop the rest. An exhausted budget or an abort does; runs not
 * started by then aren't listed. Throws ExtensionError if a plug-in judge returns a malformed answer.
 */
export async function judgeTree(
  directories: readonly string[],
  judge: PreparedJudge,
  options: TreeOptions,
): Promise<{ results: TreeResult[]; stopped: OsharmError | null }> {
  const results: TreeResult[] = [];
  const waiting = [...directories];
  let stopped: OsharmError | null = null;
  const work = async (): Promise<void> => {
    for (;;) {
      const directory = waiting.shift();
      if (directory === undefined || stopped !== null || options.signal?.aborted === true) return;
      const result = await judgeOne(directory, judge, options);
      if (result === null) return;
      if (result.state === 'failed' && result.error.code === 'judge-busy') {
        // Another command is paying for this judgment, so wait for its verdict.
        waiting.push(directory);
        await sleep(busyMs, undefined, options.signal === undefined ? {} : { signal: options.signal }).catch(() => {});
        continue;
      }
      if (result.state === 'failed' && (isOutOfMoney(result.error) || isExtensionFault(result.error))) {
        stopped = result.error;
        return;
      }
      results.push(result);
      options.onResult?.(result, results.length);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, work));
  if (stopped !== null && isExtensionFault(stopped)) throw stopped;
  return { results: results.sort((a, b) => (a.directory < b.directory ? -1 : 1)), stopped };
}

async function judgeOne(directory: string, judge: PreparedJudge, options: TreeOptions): Promise<TreeResult | null> {
  try {
    return await judgeTrace(directory, judge, {
      force: options.force === true,
      retryUnscored: options.retryUnscored === true,
      signal: options.signal,
    });
  } catch (error) {
    if (options.signal?.aborted === true) return null;
    return { directory, state: 'failed', error: typedError(error, 'judge-failed') };
  }
}
