/** Milliseconds for which a long loop has the event loop before others have their turn. */
const turnMs = 20;

const waiting: (() => void)[] = [];

/**
 * Resolves once it is the caller's turn again. Each turn of the event loop lets one caller go on, however many wait: the long lists of
 * several desktops hold it no longer than one does.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
  });
}

function letOneGoOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}

/** The entries of a list that an agent may have made long: others have the event loop in between. */
export async function* inTurns<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry, void, void> {
  let start = performance.now();
  for (const entry of entries) {
    yield entry;
    if (performance.now() - start < turnMs) continue;
    await nextTurn();
    start = performance.now();
  }
}
