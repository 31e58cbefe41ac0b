/**
 * By default, at least the last three observations are sent again, as in the reference loops of Anthropic and Google.
 * Older ones are dropped five at a time, so that requests between two drops share a prefix that the provider can cache.
 * If reading the cache costs a tenth and writing 1.25 times the input price, blocks of five to ten cost about the same:
 * smaller ones are rewritten more often, larger ones are sent for longer. Five is cheapest without a cache.
 */
export const usualRecent = 3;
const dropBlock = 5;

/** Number of the oldest of `past` observations to drop. At least `recent` of them remain. */
export function droppedObservations(past: number, recent: number): number {
  return Math.max(0, Math.floor((past - recent) / dropBlock)) * dropBlock;
}

export const mostObservations = (recent: number): number => recent + dropBlock - 1;
