import type { QueueDatabase } from './database.ts';

/** Seconds after which a result that was committed and not published is somebody else's to publish. */
const leftAfterSeconds = 60;

/** A result whose worker ended between its commit and its publication. */
interface UnpublishedResult {
  sweep: string;
  key: string;
  path: string;
  staged: string;
  resultText: string;
  /** Where the sweep's results go. */
  results: string;
}

/** Publishes what workers that are gone had committed. `publish` may be done twice. Gives how many there were. */
export async function publishLeft(
  database: QueueDatabase,
  publish: (result: UnpublishedResult) => Promise<void>,
  afterSeconds = leftAfterSeconds,
): Promise<number> {
  const left = await database.query(
    `SELECT result.sweep, result.key, run.path, result.staged, result.result_text AS "resultText", sweep.results
     FROM osharm.result JOIN osharm.run USING (sweep, key) JOIN osharm.sweep ON sweep.name = result.sweep
     WHERE published_at IS NULL AND committed_at < now() - make_interval(secs => $1) LIMIT 100`,
    [afterSeconds],
  );
  for (const one of left as unknown as UnpublishedResult[]) {
    await publish(one);
    await database.query('UPDATE osharm.result SET published_at = now() WHERE sweep = $1 AND key = $2', [
      one.sweep,
      one.key,
    ]);
  }
  return left.length;
}
