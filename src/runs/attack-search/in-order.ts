import { awaitLater } from '../../base/expected-errors.ts';

type Begun<T> = T | Promise<T>;

/**
 * Runs up to `width` pieces of work at a time and processes the results in the order in which the work began, so that
 * they do not depend on `width`. Rethrows an error once all pieces have settled.
 *
 * `begin` starts the next piece, or returns null if pending results have to be processed first. `take` processes a
 * result; if it returns false, the loop ends and pieces that began later are aborted.
 */
export async function inOrder<T extends object>(
  width: number,
  begin: (givenUp: AbortSignal) => Begun<T> | null,
  take: (result: T) => boolean | Promise<boolean>,
): Promise<void> {
  const givingUp = new AbortController();
  const goingOn: Promise<T>[] = [];
  const fill = async (): Promise<boolean> => {
    while (goingOn.length < width) {
      const begun = begin(givingUp.signal);
      if (begun === null) return true;
      // A finished result may end the loop, so process it before more work begins.
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
      const result = await next;
      goingOn.shift();
      if (!(await take(result))) return;
    }
  } finally {
    givingUp.abort(new Error('An earlier trial ended the search.'));
    await Promise.allSettled(goingOn);
  }
}
