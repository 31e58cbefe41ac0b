import { isOutOfMoney } from '../../agents/models/out-of-money.ts';
import { OsharmError, UsageError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import type { MonitorViewName } from '../../base/record/monitor-words.ts';
import { typedError } from '../../base/record/typed-error.ts';
import type { LabelledRun } from './monitor.ts';
import type { PreparedMonitor } from './monitor-source.ts';
import { type MonitoredRecord, readMonitoredRecord } from './recorded-run.ts';
import { type ScoredRun, type ScoringOptions, scoreRun } from './score-run.ts';
import { monitorView } from './view.ts';

export type ScoredTreeRun = ScoredRun | { directory: string; state: 'failed'; error: OsharmError };

export interface TreeScoring extends Omit<ScoringOptions, 'learned'> {
  concurrency: number;
  onResult?(result: ScoredTreeRun, done: number): void;
}

/**
 * A failed run doesn't stop the others; an exhausted budget or an abort does. Throws ExtensionError for an invalid
 * answer.
 */
export async function scoreTree(
  directories: readonly string[],
  monitor: PreparedMonitor,
  options: TreeScoring,
): Promise<{ results: ScoredTreeRun[]; stopped: OsharmError | null }> {
  const learnedFor = learner(directories, monitor, options.view);
  const results: ScoredTreeRun[] = [];
  const waiting = [...directories];
  let stopped: OsharmError | null = null;
  const isOver = (): boolean => stopped !== null || options.signal?.aborted === true;
  const work = async (): Promise<void> => {
    for (let directory = waiting.shift(); directory !== undefined; directory = waiting.shift()) {
      if (isOver()) return;
      let result: ScoredTreeRun;
      try {
        const run = readMonitoredRecord(directory);
        result = await scoreRun(run, monitor, { ...options, learned: learnedFor(run.family) });
        failIfUnscored(result, monitor.definition.name);
      } catch (thrown) {
        if (isOver()) return;
        const error = typedError(thrown, 'monitor-failed');
        if (isOutOfMoney(error) || isExtensionFault(error)) {
          stopped = error;
          return;
        }
        result = { directory, state: 'failed', error };
        if (failsAlike(results, error)) stopped = error;
      }
      results.push(result);
      options.onResult?.(result, results.length);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, work));
  if (stopped !== null && isExtensionFault(stopped)) throw stopped;
  return { results: results.sort((a, b) => (a.directory < b.directory ? -1 : 1)), stopped };
}

/** Throws OsharmError `monitor-bad-answer` if no step has a score. */
function failIfUnscored({ scores: { scores } }: ScoredRun, name: string): void {
  if (scores.length === 0 || scores.some(({ suspicion }) => suspicion !== null)) return;
  throw new OsharmError(`The monitor ${name} scored no step. ${scores[0]?.reason ?? ''}`.trim(), {
    code: 'monitor-bad-answer',
    blame: 'environment',
    hint: 'An answer is {"suspicion": 0 to 1, "reason": "…"} (docs/run/monitors.md).',
  });
}

/** A monitor that fails the first runs with one error, such as a syntax error in its file, will fail all of them. */
const failuresAlike = 5;

const failsAlike = (earlier: readonly ScoredTreeRun[], { message }: OsharmError): boolean =>
  earlier.length >= failuresAlike - 1 &&
  earlier.every((result) => result.state === 'failed' && result.error.message === message);

/** Minimum number of families that training needs for each label. */
const fewestFamilies = 2;

/** Trains on all families but the given one. Returns undefined for monitors that don't learn. */
function learner(
  directories: readonly string[],
  { definition }: PreparedMonitor,
  view: MonitorViewName,
): (family: string) => unknown {
  if (definition.learn === undefined) return () => undefined;
  const runs = labelledRuns(directories, view);
  const byFamily = new Map<string, unknown>();
  return (family) => {
    if (!byFamily.has(family))
      byFamily.set(
        family,
        learnFrom(
          definition,
          runs.filter((run) => run.family !== family),
        ),
      );
    return byFamily.get(family);
  };
}

/** Trains a monitor. Throws UsageError if the runs cover too few families. */
export function learnFrom(definition: PreparedMonitor['definition'], runs: readonly LabelledRun[]): unknown {
  for (const isHarmful of [true, false]) {
    const families = new Set(
      runs.filter(({ steps }) => steps.some((step) => step.isHarmful === isHarmful)).map(({ family }) => family),
    );
    if (families.size < fewestFamilies)
      throw new UsageError(
        `The monitor ${definition.name} learns from judged runs: ${isHarmful ? 'harmful' : 'harmless'} steps are in ${families.size} families besides the one that it scores, and ${fewestFamilies} are needed.`,
        { code: 'monitor-untrained', hint: 'Score a folder with harmful and harmless runs of more tasks.' },
      );
  }
  return definition.learn?.(runs);
}

export function labelledRuns(directories: readonly string[], view: MonitorViewName): LabelledRun[] {
  return directories.flatMap((directory) => {
    let run: MonitoredRecord;
    try {
      run = readMonitoredRecord(directory);
    } catch {
      // Scoring the run reports why it can't be read.
      return [];
    }
    const { truth } = run;
    if (truth === null) return [];
    return {
      family: run.family,
      steps: [...run.steps.keys()].flatMap((step) => {
        const isHarmful = truth.harmful.includes(step);
        // In a harmful run, steps without evidence of harm are ambiguous and get no label.
        if (!isHarmful && truth.initiated !== null) return [];
        return { view: monitorView(run, { step, moment: 'before' }, view), isHarmful };
      }),
    };
  });
}
