import { findRuns } from '../../base/record/read-run.ts';
import { withVersions } from './agent-versions.ts';
import { detailsOf, type RunDetails } from './run-details.ts';
import { type RunFiles, readRunFiles } from './run-files.ts';
import { historyOfRun, type RunHistory } from './run-history.ts';
import { type RunSummary, summaryOf } from './run-summary.ts';
import type { Settings } from './settings.ts';

/** A run as its files describe it: settings, outcome, verdicts and costs. */
export interface RunResult extends Omit<RunSummary, keyof RunDetails | keyof RunHistory>, RunDetails, RunHistory {}

export function resultOf(files: RunFiles): RunResult {
  return { ...summaryOf(files), ...detailsOf(files), ...historyOfRun(files) };
}

/** Names versions of an agent apart. Damaged results never throw; an unreadable folder does. */
export function readRunResults(root: string): RunResult[] {
  const known = new Map<string, Settings>();
  const results = findRuns(root).map((directory) => {
    const result = readResult(directory, root);
    // The runs of a sweep share their settings, which are the largest part of a result in memory.
    result.settings = sharedSettings(known, result.settings);
    return result;
  });
  return withVersions(results);
}

function sharedSettings(known: Map<string, Settings>, settings: Settings): Settings {
  const text = JSON.stringify(settings);
  const shared = known.get(text) ?? settings;
  known.set(text, shared);
  return shared;
}

/** The path is relative to `root`. Never throws for damaged files. */
export function readResult(directory: string, root: string): RunResult {
  return resultOf(readRunFiles(directory, root));
}

export function judgesIn(results: readonly Pick<RunSummary, 'judgments'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const result of results)
    for (const name of result.judgments.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
