import type { QueueDatabase } from './database.ts';
import { insertJudgments } from './submit.ts';

/** Seconds after which a result that was committed and not published is somebody else's to publish. */
const leftAfterSeconds = 60;

/** A result whose worker ended between its commit and its publication. */
interface UnpublishedResult {
  sweep: string;
  key: string;
  label: string;
  path: string;
  judges: readonly string[];
  staged: string;
  resultText: string;
  /** Where the sweep's results go. */
  results: string;
}

/** Its files are where everybody looks: its judgments may begin. */
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

/** Publishes what workers that are gone had committed. `publish` may be done twice. Gives how many there were. */
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
