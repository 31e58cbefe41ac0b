import type { QueueDatabase } from './database.ts';
import { insertJudgments } from './submit.ts';

/** Age at which other workers may publish a committed result. */
const leftAfterSeconds = 60;

interface UnpublishedResult {
  sweep: string;
  key: string;
  label: string;
  path: string;
  judges: readonly string[];
  staged: string;
  resultText: string;
  results: string;
}

/** Marks a result as published and adds its judgments. */
export async function markPublished(
  database: QueueDatabase,
  result: Pick<UnpublishedResult, 'sweep' | 'key' | 'label' | 'path' | 'judges'>,
): Promise<void> {
  const mark = 'UPDATE osharm.result SET published_at = now() WHERE sweep = $1 AND key = $2';
  const names = [result.sweep, result.key];
  if (result.judges.length === 0) await database.query(mark, names);
  else
    await database.transaction(async (transaction) => {
      await transaction.query(mark, names);
      await insertJudgments(database, transaction, result, [result]);
    });
}

/** Publishes the results that dead workers committed, and returns their number. `publish` must be idempotent. */
export async function publishLeft(
  database: QueueDatabase,
  publish: (result: UnpublishedResult) => Promise<void>,
  afterSeconds = leftAfterSeconds,
): Promise<number> {
  const left = await database.query(
    `SELECT result.sweep, result.key, run.label, run.path, sweep.judges, result.staged, result.result_text AS "resultText", sweep.results
     FROM osharm.result JOIN osharm.run USING (sweep, key) JOIN osharm.sweep ON sweep.name = result.sweep
     WHERE published_at IS NULL AND committed_at < now() - make_interval(secs => $1) LIMIT 100`,
    [afterSeconds],
  );
  for (const unpublishedResult of left as unknown as UnpublishedResult[]) {
    await publish(unpublishedResult);
    await markPublished(database, unpublishedResult);
  }
  return left.length;
}
