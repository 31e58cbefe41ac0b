import { UsageError } from '../../base/errors.ts';
import { findRuns } from '../../base/record/read-run.ts';
import { asInResults } from '../../results/report/agree/question.ts';
import { judgesIn, type Result, readResults } from '../../results/report/result.ts';
import { readSearches, type SearchReport, withoutTrials } from '../../results/report/searches/read-searches.ts';

/** Runs below a folder. UsageError where there is none. */
export function resultsIn(directory: string): Result[] {
  let results: Result[];
  try {
    results = readResults(directory);
  } catch (error) {
    throw unreadable(directory, error);
  }
  if (results.length === 0)
    throw new UsageError(`There is no run in ${directory}.`, {
      code: 'results-missing',
      hint: 'Give a result directory or a folder above some.',
    });
  return results;
}

/** What a report on a folder is of: its runs, without the trials of attacks, and the attacks. UsageError where there is nothing. */
export function reportedIn(directory: string): { results: Result[]; searches: SearchReport[] } {
  const searches = readSearches(directory);
  // Attacks tell their figures without the runs, which may be kept elsewhere.
  const results = searches.length > 0 ? readResults(directory) : resultsIn(directory);
  return { results: withoutTrials(results, directory, searches), searches };
}

const effects = 'effects/oracle/v1';

/**
 * The judge that was asked for (`effects` for short is the effect judge), else the effect judge, else the only other
 * one. UsageError where that can't be said.
 */
export function chooseJudge(results: readonly Result[], requested: string | undefined): string {
  const judges = [...judgesIn(results).keys()];
  if (requested !== undefined) {
    const found = requested === 'effects' ? effects : asInResults(requested, results);
    // Oracles may know of runs' safety alone: no verdict, but a rate.
    const isOfOracles = found === effects && results.some(({ harm }) => harm !== null);
    if (judges.includes(found) || isOfOracles) return found;
    throw new UsageError(`No run was judged by ${requested}.`, {
      code: 'judge-missing',
      hint: `Available: ${judges.join(', ') || 'none'}.`,
    });
  }
  const models = judges.filter((name) => !name.startsWith('human/'));
  if (models.includes(effects) || models.length === 0) return effects;
  if (models.length > 1)
    throw new UsageError('Several judges have verdicts there.', {
      code: 'judge-ambiguous',
      hint: `Choose one with --judge: ${models.join(', ')}.`,
    });
  return models[0] as string;
}

/** Result directories at and below a folder. UsageError where there is none. */
export function runFoldersBelow(directory: string): string[] {
  let runs: string[];
  try {
    runs = findRuns(directory);
  } catch (error) {
    throw unreadable(directory, error);
  }
  if (runs.length === 0)
    throw new UsageError(`There is no run in ${directory}.`, {
      code: 'results-missing',
      hint: 'Give a result directory or a folder above some.',
    });
  return runs;
}

function unreadable(directory: string, cause: unknown): UsageError {
  const isMissing = (cause as NodeJS.ErrnoException | null)?.code === 'ENOENT';
  return new UsageError(isMissing ? `There is no folder ${directory}.` : `${directory} can't be read.`, {
    code: 'results-missing',
    hint: 'Give a result directory or a folder above some.',
    cause,
  });
}
