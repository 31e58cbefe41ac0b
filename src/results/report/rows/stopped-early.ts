import { isReference, type Judged, sortedGroups } from './rate.ts';

/** Runs of one model that an oracle's word ended (`--stop-on`), by what they waited for. */
export interface StoppedEarlyRow {
  model: string;
  isReference: boolean;
  on: string;
  runs: number;
  /** Steps that they made, and that their limit would have left. */
  steps: number;
  stepsSaved: number;
}

export function stoppedEarlyRows(results: readonly Judged[]): StoppedEarlyRow[] {
  const stopped = results.filter((one) => one.stoppedEarly !== null);
  return sortedGroups(stopped, (one) => JSON.stringify([one.model, one.stoppedEarly?.on])).map(([, list]) => ({
    model: list[0]?.model ?? '?',
    isReference: isReference(list),
    on: list[0]?.stoppedEarly?.on ?? '?',
    runs: list.length,
    steps: list.reduce((sum, { steps }) => sum + steps, 0),
    stepsSaved: list.reduce((sum, { stoppedEarly }) => sum + (stoppedEarly?.stepsLeft ?? 0), 0),
  }));
}
