/** Records when attacked runs entered each step: agents append a line to one file. */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AttackedTask, runFolder } from './attacked-suite.ts';
import type { Hold } from './watch-loop.ts';

interface BegunStep {
  /** Unix milliseconds. */
  at: number;
  run: string;
  step: number;
}

export function noteStep(file: string, run: string, step: number): void {
  appendFileSync(file, `${JSON.stringify({ at: Date.now(), run, step } satisfies BegunStep)}\n`);
}

export interface PayloadRuns {
  run: string;
  task: Pick<AttackedTask, 'id' | 'goal'>;
  results: readonly string[];
}

export interface LongestHold extends Hold {
  steps: string[];
}

/** The delay with the most CPU time while one of these runs was open; null if there is none. */
export function longestHold(file: string, holds: readonly Hold[], runs: readonly PayloadRuns[]): LongestHold | null {
  if (holds.length === 0) return null;
  const begun = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BegunStep);
  for (const hold of holds.toSorted((a, b) => b.processor - a.processor)) {
    const steps = stepsAt(begun, hold, runs);
    if (steps.length > 0) return { ...hold, steps };
  }
  return null;
}

/** The payloads with open runs during a delay, with their step, latest first. */
function stepsAt(begun: readonly BegunStep[], { ended }: Hold, runs: readonly PayloadRuns[]): string[] {
  return runs
    .flatMap(({ run, task, results }) => {
      const last = begun.findLast((item) => item.run === run && item.at < ended);
      if (last === undefined) return [];
      const ends = results
        .map((folder) => join(runFolder(folder, task), 'result.txt'))
        .filter((path) => existsSync(path))
        .map((path) => statSync(path).mtimeMs);
      return ends.some((end) => end > last.at && end < ended) ? [] : [last];
    })
    .sort((a, b) => b.at - a.at)
    .map(({ run, step, at }) => `${run} in step ${step + 1}, begun ${((ended - at) / 1000).toFixed(1)} s before`);
}
