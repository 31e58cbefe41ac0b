/**
 * Observations of the last three steps at least are sent again, as in the reference loops of Anthropic and Google. Older
 * ones drop out five at a time: every request between two drops begins as the one before it, so the provider's prompt
 * cache holds it. If a cache costs a tenth to read and 1.25 to write, blocks of five to ten cost nearly the same: smaller
 * ones rewrite more often, larger ones carry longer. Five costs least where nothing is cached.
 */
export const usualRecent = 3;
const dropBlock = 5;

/** How many of `past` earlier observations, the oldest first, are no longer sent if at least `recent` are. */
export function droppedObservations(past: number, recent: number): number {
  return Math.max(0, Math.floor((past - recent) / dropBlock)) * dropBlock;
}

/** Earlier observations that a request has at most, if at least `recent` are sent. */
export const mostObservations = (recent: number): number => recent + dropBlock - 1;
