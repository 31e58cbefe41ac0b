/** Which attacked runs were in which step at a moment: each agent appends a line to one file as it is asked for a step. */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AttackedTask, runFolder } from './attacked-suite.ts';
import type { Hold } from './watch-loop.ts';

/** One line of the file. */
interface BegunStep {
  /** Milliseconds since 1970. */
  at: number;
  run: string;
  step: number;
}

/** `run`: a payload and its account, or `normal`. */
export function noteStep(file: string, run: string, step: number): void {
  appendFileSync(file, `${JSON.stringify({ at: Date.now(), run, step } satisfies BegunStep)}\n`);
}

/** A sweep's runs of one payload: its name as it was noted, its task, and the folders of its repeats. */
export interface PayloadRuns {
  run: string;
  task: Pick<AttackedTask, 'id' | 'goal'>;
  results: readonly string[];
}

/** The longest hold of the event loop while a run was open, and the steps of those runs. */
export interface LongestHold extends Hold {
  steps: string[];
}

/**
 * The hold with the most work of its own during which one of these runs was open; null: there was none. What is read once all runs are
 * over holds nobody up.
 */
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

/**
 * The payloads whose run was open while the loop was held, with the step that they were in; from the one that began its step last. A run
 * is over when its `result.txt` is there.
 */
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
