import type { PreparedJudge } from './judge-trace.ts';
import { judgeTree, type TreeResult } from './judge-tree.ts';

/** Judges finished runs while other runs continue. */
export interface JudgeQueue {
  add(directory: string): void;
  settled(): Promise<TreeResult[]>;
}

/** Judges up to `concurrency` runs in parallel. A failed one doesn't block the rest. */
export function judgeQueue(judge: PreparedJudge, options: { concurrency: number; signal: AbortSignal }): JudgeQueue {
  const waiting: string[] = [];
  const results: TreeResult[] = [];
  const workers = new Set<Promise<void>>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { results: treeResults, stopped } = await judgeTree([next], judge, {
        concurrency: 1,
        signal: options.signal,
      });
      results.push(...treeResults);
      if (stopped !== null) results.push({ directory: next, state: 'failed', error: stopped });
    }
  };
  return {
    add(directory) {
      waiting.push(directory);
      if (workers.size >= options.concurrency) return;
      const worker = work().finally(() => workers.delete(worker));
      workers.add(worker);
    },
    async settled() {
      while (workers.size > 0) await Promise.all(workers);
      return results;
    },
  };
}
