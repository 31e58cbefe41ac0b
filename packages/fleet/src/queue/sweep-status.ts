import { failLostRuns, overviewColumns, type SweepOverview, unknownSweep } from './control.ts';
import type { QueueDatabase } from './database.ts';

export interface RunningAttempt {
  key: string;
  label: string;
  worker: string;
  attempt: number;
  step: number | null;
  costUsd: number;
  startedAt: Date;
  seenAt: Date;
  hasPicture: boolean;
}

export interface SweepStatus extends SweepOverview {
  running: RunningAttempt[];
  errors: { code: string; blame: string; runs: number; message: string }[];
  recent: number;
  /** Time until the sweep is done, at the rate of the last ten minutes; null if unknown. */
  etaSeconds: number | null;
  /** Minutes of the last three hours in which something was committed, oldest first. */
  minutes: SweepMinute[];
}

export interface SweepMinute {
  at: number;
  runs: number;
  /** Includes judgments. */
  costUsd: number;
}

/** A single query, because viewer pages poll it every second. $1: a sweep's name or null; $2: number of sweeps. */
const statusSql = `
  WITH asked AS (
    SELECT * FROM osharm.sweep WHERE $1::text IS NULL OR name = $1 ORDER BY created_at DESC LIMIT $2
  ), counted AS (
    SELECT ${overviewColumns} FROM asked s LEFT JOIN osharm.run r ON r.sweep = s.name
    GROUP BY s.name, s.state, s.priority, s.parallel, s.created_at, s.results, s.cap_usd, s.spent_usd, s.run_usd
  )
  SELECT counted.*, running.list AS running, errors.list AS errors, speed.recent, speed.seconds, minutes.list AS minutes
  FROM counted,
  LATERAL (
    SELECT coalesce(json_agg(json_build_object('key', key, 'label', label, 'worker', worker, 'attempt', attempt, 'step', step,
      'hasPicture', picture IS NOT NULL, 'costUsd', cost_usd, 'startedAt', extract(epoch FROM started_at) * 1000,
      'seenAt', extract(epoch FROM seen_at) * 1000) ORDER BY started_at), '[]') AS list
    FROM osharm.attempt JOIN osharm.run USING (sweep, key) WHERE sweep = counted.name AND ended_at IS NULL
  ) running,
  LATERAL (
    SELECT coalesce(json_agg(json_build_object('code', code, 'blame', blame, 'runs', runs, 'message', message)
      ORDER BY runs DESC), '[]') AS list
    FROM (
      SELECT error->>'code' AS code, error->>'blame' AS blame, count(*)::int AS runs, min(error->>'message') AS message
      FROM osharm.run WHERE sweep = counted.name AND state = 'failed' GROUP BY 1, 2
    ) causes
  ) errors,
  LATERAL (
    SELECT count(*)::int AS recent,
      extract(epoch FROM now() - greatest(min(committed_at), now() - interval '10 minutes'))::float AS seconds
    FROM osharm.result JOIN osharm.run USING (sweep, key)
    WHERE sweep = counted.name AND kind = 'run' AND committed_at > now() - interval '10 minutes'
  ) speed,
  LATERAL (
    SELECT coalesce(json_agg(json_build_object('at', at, 'runs', runs, 'costUsd', cost) ORDER BY at), '[]') AS list
    FROM (
      SELECT 60000 * floor(extract(epoch FROM committed_at) / 60) AS at, sum(cost_usd) AS cost,
        count(*) FILTER (WHERE kind = 'run') AS runs
      FROM osharm.result JOIN osharm.run USING (sweep, key)
      WHERE sweep = counted.name AND committed_at > now() - interval '3 hours' GROUP BY 1
    ) by_minute
  ) minutes
  ORDER BY "createdAt" DESC`;

/** Returns the newest sweeps first. Call `failLostRuns` before this function. */
export async function sweepStatuses(
  database: QueueDatabase,
  { name, atMost }: { name: string | null; atMost: number },
): Promise<SweepStatus[]> {
  const rows = await database.query(statusSql, [name, atMost]);
  return rows.map(({ seconds, running, ...row }) => {
    const sweep = row as unknown as Omit<SweepStatus, 'running' | 'etaSeconds'>;
    const left = sweep.runs.waiting + sweep.runs.running;
    const { recent } = sweep;
    return {
      ...sweep,
      running: (running as unknown as (RunningAttempt & { startedAt: number; seenAt: number })[]).map((item) => ({
        ...item,
        startedAt: new Date(item.startedAt),
        seenAt: new Date(item.seenAt),
      })),
      etaSeconds: left === 0 ? 0 : recent === 0 ? null : Math.round((left * Number(seconds)) / recent),
    };
  });
}

export async function sweepStatus(database: QueueDatabase, name: string): Promise<SweepStatus> {
  await failLostRuns(database);
  const [sweep] = await sweepStatuses(database, { name, atMost: 1 });
  if (sweep === undefined) throw unknownSweep(name);
  return sweep;
}
