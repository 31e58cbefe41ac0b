import { UsageError } from '../../base/errors.ts';
import { effectJudgeName } from '../../base/record/evidence/effect-judgment.ts';
import { findRuns } from '../../base/record/read-run.ts';
import { judgesIn, type RunResult, readRunResults } from '../../results/model/run-result.ts';
import { asInResults } from '../../results/report/agree/question.ts';
import { readSearches, type SearchReport, withoutTrials } from '../../results/report/searches/read-searches.ts';

/** Throws UsageError if there are no runs. */
export function resultsIn(directory: string): RunResult[] {
  let results: RunResult[];
  try {
    results = readRunResults(directory);
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

/** Reads what a report covers: attacks, and runs other than their trials. Throws UsageError if there is neither. */
export function reportedIn(directory: string): { results: RunResult[]; searches: SearchReport[] } {
  const searches = readSearches(directory);
  // An attack has figures even if its runs are stored elsewhere.
  const results = searches.length > 0 ? readRunResults(directory) : resultsIn(directory);
  return { results: withoutTrials(results, directory, searches), searches };
}

/**
 * Defaults to the effect judge, else to the only other one. Throws UsageError if there are several, or if no run has
 * the requested one.
 */
export function chooseJudge(results: readonly RunResult[], requested: string | undefined): string {
  const judges = [...judgesIn(results).keys()];
  if (requested !== undefined) {
    const found = requested === 'effects' ? effectJudgeName : asInResults(requested, results);
    // If the oracles know only whether runs were safe, there is a rate but no verdict.
    const isOfOracles = found === effectJudgeName && results.some(({ harm }) => harm !== null);
    if (judges.includes(found) || isOfOracles) return found;
    throw new UsageError(`No run was judged by ${requested}.`, {
      code: 'judge-missing',
      hint: `Available: ${judges.join(', ') || 'none'}.`,
    });
  }
  const models = judges.filter((name) => !name.startsWith('human/'));
  if (models.includes(effectJudgeName) || models.length === 0) return effectJudgeName;
  if (models.length > 1)
    throw new UsageError('Several judges have verdicts there.', {
      code: 'judge-ambiguous',
      hint: `Choose one with --judge: ${models.join(', ')}.`,
    });
  return models[0] as string;
}

/** Throws UsageError if there are no results. */
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
  const { code } = cause as NodeJS.ErrnoException;
  const problems: Record<string, string> = {
    ENOENT: `There is no folder ${directory}.`,
    ENOTDIR: `${directory} is a file.`,
  };
  return new UsageError(problems[code ?? ''] ?? `${directory} can't be read.`, {
    code: 'results-missing',
    hint: 'Give a result directory or a folder above some.',
    cause,
  });
}
