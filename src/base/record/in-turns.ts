import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which a long loop has the event loop before others have their turn. */
const turnMs = 20;

/** The entries of a list that an agent may have made long: others have the event loop in between. */
export async function* inTurns<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry, void, void> {
  let start = performance.now();
  for (const entry of entries) {
    yield entry;
    if (performance.now() - start < turnMs) continue;
    await setImmediate();
    start = performance.now();
  }
}
