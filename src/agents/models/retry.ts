export interface RetryPolicy {
  attempts: number;
  baseMs: number;
  maximumMs: number;
  /** Maximum time between the first and the last try. */
  totalMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 8, baseMs: 1000, maximumMs: 60_000, totalMs: 15 * 60_000 };

/**
 * The delay before try number `attempt` + 1 (1-based): the provider's `Retry-After` plus up to 10 %, else between half
 * and all of an exponential backoff. The jitter spreads the retries of parallel runs.
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

/** Parses a `Retry-After` (seconds or a date) or `retry-after-ms` header; null if it is missing. */
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
