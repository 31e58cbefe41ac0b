/** Milliseconds for which long loops have the event loop before others have their turn. */
const turnMs = 20;
/** When a caller was last let go on. Loops that follow one another share its turn. */
let turnBegan = 0;

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
  turnBegan = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}

/** Whether long loops have had the event loop for long enough. After a pause they have: no one knows what ran since. */
export function isTurnOver(): boolean {
  return performance.now() - turnBegan >= turnMs;
}

/** The entries of a list that an agent may have made long: others have the event loop in between. */
export async function* inTurns<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry, void, void> {
  for (const entry of entries) {
    yield entry;
    if (isTurnOver()) await nextTurn();
  }
}
