/** Milliseconds that a long-running loop may occupy the event loop before it yields. */
const turnMs = 20;
let turnBegan = 0;

const waiting: (() => void)[] = [];

/** Yields to the event loop. Each iteration resumes one caller, so that several long loops never run back to back. */
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

export function isTurnOver(): boolean {
  return performance.now() - turnBegan >= turnMs;
}

/** Iterates over a list that an agent may have made long, and yields to the event loop regularly. */
export async function* inTurns<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry, void, void> {
  for (const entry of entries) {
    yield entry;
    if (isTurnOver()) await nextTurn();
  }
}
