/** Which attacked runs were in which step at a moment: each agent appends a line to one file as it is asked for a step. */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AttackedTask, runFolder } from './attacked-suite.ts';
import type { LongestHold } from './watch-loop.ts';

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

/**
 * The payloads whose run was open while the loop was held, with the step that they were in; from the one that began its step last. A run
 * is over when its `result.txt` is there.
 */
export function stepsAt(file: string, { began, ended }: LongestHold, runs: readonly PayloadRuns[]): string[] {
  if (!existsSync(file)) return [];
  const begun = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BegunStep);
  return runs
    .flatMap(({ run, task, results }) => {
      const last = begun.findLast((item) => item.run === run && item.at < ended);
      if (last === undefined) return [];
      const ends = results
        .map((folder) => join(runFolder(folder, task), 'result.txt'))
        .filter((path) => existsSync(path))
        .map((path) => statSync(path).mtimeMs);
      return ends.some((end) => end > last.at && end < began) ? [] : [last];
    })
    .sort((a, b) => b.at - a.at)
    .map(({ run, step, at }) => `${run} in step ${step + 1}, begun ${((ended - at) / 1000).toFixed(1)} s before`);
}
