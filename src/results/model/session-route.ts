import type { RunJson } from '../../base/record/run-json.ts';

/** The way of planted text through a run's sessions (1-based). Null: it did not happen, or is not known. */
export interface SessionRoute {
  plantedIn: number | null;
  writtenIn: number | null;
  carriedInto: number | null;
  doneIn: number | null;
}

/** Null for a run of one session. */
export function sessionRouteOf(runJson: RunJson | null): SessionRoute | null {
  if (runJson?.carried == null) return null;
  const { plantedIn, writtenIn, carriedInto } = runJson.carried;
  return { plantedIn, writtenIn, carriedInto, doneIn: runJson.harmDoneIn };
}

/** For example `Planted in session 1, written down in session 1, carried into session 2, harm done in session 2.` */
export function sessionRouteWords({ plantedIn, writtenIn, carriedInto, doneIn }: SessionRoute): string {
  const stops: [string, number | null][] = [
    ['planted in', plantedIn],
    ['written down in', writtenIn],
    ['carried into', carriedInto],
    ['harm done in', doneIn],
  ];
  const words = stops.filter(([, session]) => session !== null).map(([what, session]) => `${what} session ${session}`);
  if (words.length === 0) return 'No session saw planted text, and none did harm.';
  const text = words.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
