import type { QueueDatabase } from './database.ts';

/** Burst size: this many seconds' worth of calls may start at the same time. */
const burstSeconds = 5;
/** A worker that hasn't requested calls for this long leaves the waiting list. */
const waitingSeconds = 10;
/** Requests per minute to assume at minimum when a provider without a configured rate reports overload. */
const leastRecent = 20;
/** Halving pauses for this long, since one burst can cause many overload replies. */
const halveSeconds = 10;
/** Growth of a lowered rate per second. It doubles in about a minute. */
const growth = 1.012;

export interface ProviderRate {
  provider: string;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  /** Requests per minute after the provider reported overload; null if the rate is not lowered. */
  loweredTo: number | null;
  closedSeconds: number;
  waiting: number;
}

interface Asked {
  provider: string;
  worker: string;
  wanted: number;
  /** Calls granted earlier that expired unused. */
  returned: number;
  /** Calls since the worker last requested a grant, if there is no limit. */
  made: number;
  tokens: number;
}

/** `calls` is null for no limit. If it is 0, the worker should retry after `retryMs`. */
export interface Granted {
  calls: number | null;
  retryMs: number;
}

interface Row {
  requests: number | null;
  tokens: number | null;
  lowered: number | null;
  lowered_from: number | null;
  requests_left: number;
  tokens_left: number;
  seconds: number;
  closed_ms: number;
  recent: number;
}

/**
 * Grants calls within the provider's rate to the waiting workers in turn, under a lock on the provider's row. Tokens
 * are deducted when a call ends, because they are unknown before. While the balance is negative, no calls are granted.
 */
export async function grantCalls(database: QueueDatabase, request: Asked): Promise<Granted> {
  return database.transaction(async ({ query }) => {
    const { provider, worker, wanted } = request;
    await query('INSERT INTO osharm.rate (provider) VALUES ($1) ON CONFLICT DO NOTHING', [provider]);
    const [row] = (await query(
      `SELECT requests_per_minute AS requests, tokens_per_minute AS tokens, lowered_to AS lowered, lowered_from, requests_left, tokens_left, recent,
         greatest(0, extract(epoch FROM clock_timestamp() - refilled_at))::float AS seconds,
         greatest(0, 1000 * extract(epoch FROM closed_until - clock_timestamp()))::float AS closed_ms
       FROM osharm.rate WHERE provider = $1 FOR UPDATE`,
      [provider],
    )) as unknown as [Row];
    const lowered = grown(row);
    const perMinute = Math.min(row.requests ?? Infinity, lowered ?? Infinity);
    // Recent requests per minute, the basis for lowering the rate of an unlimited provider.
    const recent = row.recent * Math.exp(-row.seconds / 60) + request.made;
    let requestsLeft = filled(row.requests_left + request.returned, perMinute, row.seconds);
    const tokensLeft = filled(row.tokens_left - request.tokens, row.tokens ?? Infinity, row.seconds);
    const turn = await turnOf(query, provider, worker, wanted);
    const isOpen = row.closed_ms <= 0 && wanted > 0 && tokensLeft > 0;
    let calls: number | null = 0;
    if (isOpen) {
      if (perMinute === Infinity && row.tokens === null) calls = null;
      else if (perMinute === Infinity) calls = Math.min(wanted, 1);
      else if (turn.place <= Math.floor(requestsLeft))
        calls = Math.min(wanted, Math.max(1, Math.floor(requestsLeft / turn.waiting)));
    }
    if (calls !== null && perMinute !== Infinity) requestsLeft -= calls;
    await query(
      `UPDATE osharm.rate SET requests_left = $2, tokens_left = $3, lowered_to = $4, recent = $5, refilled_at = clock_timestamp() WHERE provider = $1`,
      [
        provider,
        Number.isFinite(requestsLeft) ? requestsLeft : 0,
        Number.isFinite(tokensLeft) ? tokensLeft : 0,
        lowered,
        recent + (calls ?? 0),
      ],
    );
    if (calls !== 0 && calls !== null && calls >= wanted)
      await query('DELETE FROM osharm.rate_waiting WHERE provider = $1 AND worker = $2', [provider, worker]);
    else if (calls !== 0 && calls !== null)
      // Moves the worker to the back of the line.
      await query('UPDATE osharm.rate_waiting SET since = clock_timestamp() WHERE provider = $1 AND worker = $2', [
        provider,
        worker,
      ]);
    const tokenMs = tokensLeft > 0 ? 0 : ((1 - tokensLeft) / (row.tokens ?? Infinity)) * 60_000;
    const requestMs = perMinute === Infinity ? 0 : ((turn.place - requestsLeft) / perMinute) * 60_000;
    return { calls, retryMs: Math.max(row.closed_ms, tokenMs, requestMs, 0) };
  });
}

export async function lowerRate(database: QueueDatabase, provider: string, waitMs: number): Promise<void> {
  await database.query(
    `INSERT INTO osharm.rate AS r (provider, closed_until) VALUES ($1, clock_timestamp() + make_interval(secs => $2))
     ON CONFLICT (provider) DO UPDATE SET
       closed_until = greatest(r.closed_until, clock_timestamp() + make_interval(secs => $2)),
       requests_left = least(r.requests_left, 0),
       lowered_to = CASE WHEN r.lowered_at > clock_timestamp() - make_interval(secs => $3) THEN r.lowered_to
         ELSE greatest(1, coalesce(r.lowered_to, r.requests_per_minute, greatest($4, r.recent)) / 2) END,
       lowered_from = CASE WHEN r.lowered_at > clock_timestamp() - make_interval(secs => $3) THEN r.lowered_from
         ELSE coalesce(r.lowered_from, r.requests_per_minute, greatest($4, r.recent)) END,
       lowered_at = CASE WHEN r.lowered_at > clock_timestamp() - make_interval(secs => $3) THEN r.lowered_at ELSE clock_timestamp() END`,
    [provider, waitMs / 1000, halveSeconds, leastRecent],
  );
}

/** Sets a provider's limits: null removes one, undefined leaves it unchanged. */
export async function setRate(
  database: QueueDatabase,
  provider: string,
  {
    requestsPerMinute,
    tokensPerMinute,
  }: { requestsPerMinute?: number | null | undefined; tokensPerMinute?: number | null | undefined },
): Promise<void> {
  await database.query(
    `INSERT INTO osharm.rate AS r (provider, requests_per_minute, tokens_per_minute) VALUES ($1, $2, $4)
     ON CONFLICT (provider) DO UPDATE SET
       requests_per_minute = CASE WHEN $3 THEN $2 ELSE r.requests_per_minute END,
       tokens_per_minute = CASE WHEN $5 THEN $4 ELSE r.tokens_per_minute END,
       lowered_to = NULL, lowered_from = NULL, lowered_at = NULL`,
    [
      provider,
      requestsPerMinute ?? null,
      requestsPerMinute !== undefined,
      tokensPerMinute ?? null,
      tokensPerMinute !== undefined,
    ],
  );
}

export async function listRates(database: QueueDatabase): Promise<ProviderRate[]> {
  const rows = await database.query(
    `SELECT provider, requests_per_minute AS "requestsPerMinute", tokens_per_minute AS "tokensPerMinute", lowered_to AS "loweredTo",
       greatest(0, extract(epoch FROM closed_until - clock_timestamp()))::float AS "closedSeconds",
       (SELECT count(*)::int FROM osharm.rate_waiting w
        WHERE w.provider = r.provider AND w.seen_at > clock_timestamp() - make_interval(secs => $1)) AS waiting
     FROM osharm.rate r ORDER BY provider`,
    [waitingSeconds],
  );
  return rows as unknown as ProviderRate[];
}

/** The lowered rate after its slow recovery, or null once it has recovered. */
function grown(row: Row): number | null {
  if (row.lowered === null) return null;
  const now = row.lowered * growth ** row.seconds;
  return now >= (row.lowered_from ?? Infinity) * 1.5 ? null : now;
}

/** A token bucket, capped at the size of a burst. */
function filled(left: number, perMinute: number, seconds: number): number {
  if (perMinute === Infinity) return Infinity;
  return Math.min(left + (perMinute * seconds) / 60, Math.max(1, (perMinute * burstSeconds) / 60));
}

/** Adds a worker to the waiting list. Returns its 1-based place and the length of the list. */
async function turnOf(
  query: QueueDatabase['query'],
  provider: string,
  worker: string,
  wanted: number,
): Promise<{ place: number; waiting: number }> {
  if (wanted === 0) return { place: 1, waiting: 1 };
  await query(
    `INSERT INTO osharm.rate_waiting AS w (provider, worker) VALUES ($1, $2) ON CONFLICT (provider, worker) DO UPDATE SET
       since = CASE WHEN w.seen_at < clock_timestamp() - make_interval(secs => $3) THEN clock_timestamp() ELSE w.since END,
       seen_at = clock_timestamp()`,
    [provider, worker, waitingSeconds],
  );
  const [turn] = await query(
    `SELECT place::int, waiting::int FROM (
       SELECT worker, row_number() OVER (ORDER BY since, worker) AS place, count(*) OVER () AS waiting
       FROM osharm.rate_waiting WHERE provider = $1 AND seen_at > clock_timestamp() - make_interval(secs => $3)
     ) AS turns WHERE worker = $2`,
    [provider, worker, waitingSeconds],
  );
  return { place: Number(turn?.place ?? 1), waiting: Number(turn?.waiting ?? 1) };
}
