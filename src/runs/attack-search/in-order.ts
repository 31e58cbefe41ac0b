import { awaitLater } from '../../base/expected-errors.ts';

/** One piece of work: what is there already, or the promise of it. */
type Begun<T> = T | Promise<T>;

/**
 * Makes pieces of work up to `width` at a time and takes them in the order in which they were begun, so that what comes
 * of them does not depend on `width`. `begin`: the next one; null: none before those that go on are taken. `take`:
 * false ends it; what was begun after that piece is given up by the signal. Throws what a piece or a begin throws, once
 * nothing goes on any more.
 */
export async function inOrder<T extends object>(
  width: number,
  begin: (givenUp: AbortSignal) => Begun<T> | null,
  take: (made: T) => boolean | Promise<boolean>,
): Promise<void> {
  const givingUp = new AbortController();
  const goingOn: Promise<T>[] = [];
  const fill = async (): Promise<boolean> => {
    while (goingOn.length < width) {
      const begun = begin(givingUp.signal);
      if (begun === null) return true;
      // What is there is taken first: it may be the last that is wanted.
      if (!(begun instanceof Promise) && goingOn.length === 0) {
        if (!(await take(begun))) return false;
        continue;
      }
      const promise = Promise.resolve(begun);
      awaitLater(promise);
      goingOn.push(promise);
    }
    return true;
  };
  try {
    while (await fill()) {
      const next = goingOn[0];
      if (next === undefined) return;
      const made = await next;
      goingOn.shift();
      if (!(await take(made))) return;
    }
  } finally {
    givingUp.abort(new Error('An earlier trial ended the search.'));
    await Promise.allSettled(goingOn);
  }
}
