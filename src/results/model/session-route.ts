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
