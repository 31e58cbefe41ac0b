export interface RetryPolicy {
  /** Tries in all, the first included. */
  attempts: number;
  baseMs: number;
  maximumMs: number;
  /** No further try starts later than this after the first. */
  totalMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 8, baseMs: 1000, maximumMs: 60_000, totalMs: 15 * 60_000 };

/**
 * How long to wait before try number `attempt` + 1 (1-based): what the provider asked for plus up to a tenth, else between half
 * and all of an exponentially growing delay, so that parallel runs do not come back together.
 */
export function retryDelayMs(
  policy: RetryPolicy,
  attempt: number,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): number {
  if (retryAfterMs !== null) return Math.round(retryAfterMs * (1 + random() / 10));
  const full = Math.min(policy.maximumMs, policy.baseMs * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random() / 2));
}

/** The milliseconds of a `Retry-After` (seconds or a date) or `retry-after-ms` header; null where there is none. */
export function retryAfterMs(headers: { get(name: string): string | null }, now: number = Date.now()): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
