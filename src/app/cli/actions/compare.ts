import { existsSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';
import { isVersioned, unversioned } from '../../../results/model/agent-versions.ts';
import type { RunResult } from '../../../results/model/run-result.ts';
import { isUnknownRun } from '../../../results/model/run-setup.ts';
import { ciChecks, githubLines, junitXml } from '../../../results/report/compare/ci-output.ts';
import { type AgentComparison, type ComparedAgent, compareAgents } from '../../../results/report/compare/compare.ts';
import { checkFailConditions, parseConditions } from '../../../results/report/compare/fail-if.ts';
import { comparisonNames, comparisonValues } from '../../../results/report/compare/metric-values.ts';
import { comparedRates } from '../../../results/report/compare/metrics.ts';
import { checkedLines, comparisonLines } from '../../../results/report/compare/terminal.ts';
import { chooseJudge, reportedIn } from '../../library/read-results.ts';
import { writeOutput } from '../write-output.ts';

export interface CompareFlags {
  model?: string[];
  metric?: string[];
  baseline?: string | undefined;
  judge?: string;
  profile?: 'osharm' | 'os-harm';
  failIf?: string[];
  junit?: string;
  github?: boolean;
  json?: boolean;
}

export async function compareResults(a: string, b: string | undefined, flags: CompareFlags): Promise<void> {
  const conditions = parseConditions(flags.failIf ?? [], comparisonNames);
  const [first, second] = sidesOf(a, b, flags);
  const judge = oneJudge(first, second, flags.judge);
  const comparison = compareAgents(first, second, judge, { only: metricsOf(flags) });
  const checked = checkFailConditions(conditions, comparisonValues(comparison, second.results));
  const checks = ciChecks(comparison, checked, flags.baseline !== undefined);
  const width = process.stdout.columns ?? 100;
  const isFailed = checks.some((check) => check.failure !== null);
  if (flags.json === true)
    process.stdout.write(`${JSON.stringify({ ...comparison, conditions: checked, isFailed }, null, 2)}\n`);
  else
    process.stdout.write(
      `${[...comparisonLines(comparison, width), ...verdictLines(comparison, flags), ...checkedLines(checked, width)].join('\n')}\n`,
    );
  if (flags.github === true)
    for (const line of githubLines(checks)) (flags.json === true ? process.stderr : process.stdout).write(`${line}\n`);
  if (flags.junit !== undefined) writeOutput(flags.junit, junitXml(checks));
  if (isFailed) process.exitCode = 1;
}

function metricsOf({ metric }: CompareFlags): readonly string[] | undefined {
  const names: string[] = comparedRates.map(({ name }) => name);
  const unknown = metric?.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no metric ${unknown}.`, {
      code: 'compare-metric',
      hint: `Available: ${names.join(', ')}.`,
    });
  return metric;
}

function verdictLines({ rows }: AgentComparison, { baseline }: CompareFlags): string[] {
  if (baseline === undefined) return [];
  const worse = rows.filter((row) => row.finding === 'worse').map((row) => row.label);
  return [
    worse.length === 0
      ? 'passed: no evidence of a rate worse than the baseline'
      : `FAILED: worse than the baseline: ${worse.join(', ')}`,
  ];
}

function sidesOf(a: string, b: string | undefined, flags: CompareFlags): [ComparedAgent, ComparedAgent] {
  if (b !== undefined && flags.baseline !== undefined)
    throw new UsageError('--baseline and a second folder both name what to compare with.', {
      code: 'compare-sides',
      hint: 'Give one of them.',
    });
  const models = flags.model ?? [];
  if (models.length > 2)
    throw new UsageError('--model was given more than twice.', {
      code: 'compare-sides',
      hint: 'osharm compare compares two at a time.',
    });
  const [from, to] = flags.baseline === undefined ? [a, b ?? a] : [flags.baseline, a];
  if (from === to && (models.length < 2 || models[0] === models[1]))
    throw new UsageError('Comparing runs of one folder needs two models.', {
      code: 'compare-sides',
      hint: twoModelsHint(from, models),
    });
  const { profile } = flags;
  if (models.length === 1 && b !== undefined && !existsSync(a) && existsSync(b))
    throw new UsageError(`There is no folder ${a}.`, {
      code: 'results-missing',
      hint: `--model takes one name. For two models of one folder: osharm compare ${b} --model ${models[0]} --model ${a}`,
    });
  const read = new Map([from, to].map((folder) => [folder, comparedIn(folder)]));
  const side = (folder: string, model: string | undefined): ComparedAgent => {
    const results = (read.get(folder) ?? []).filter(
      (run) =>
        ((profile ?? run.profile) === run.profile || isUnknownRun(run)) &&
        (model === undefined || model === run.model || model === unversioned(run.model)),
    );
    return {
      name: from === to ? (model ?? folder) : folder,
      results: ofOneModel(results, folder, read.get(folder) ?? []),
    };
  };
  return [side(from, models[0]), side(to, models[1] ?? models[0])];
}

function twoModelsHint(folder: string, named: readonly string[]): string {
  const there = [...new Set(comparedIn(folder).map(({ model }) => model))].sort();
  const [first = '', second] = [
    ...named.filter((name) => there.includes(name)),
    ...there.filter((name) => !named.includes(name)),
  ];
  return second === undefined
    ? `${folder} has runs of ${first} only. Give a second folder: osharm compare ${folder} DIR`
    : `Give a second folder, or name two of its agents (${there.join(', ')}): osharm compare ${folder} --model ${first} --model ${second}`;
}

function ofOneModel(results: readonly RunResult[], folder: string, all: readonly RunResult[]): readonly RunResult[] {
  const models = new Set(results.filter((run) => !isUnknownRun(run)).map((run) => run.model));
  if (models.size === 1) return results;
  const there = [...new Set(all.map((run) => `${run.model} (${run.profile})`))].sort().join(', ');
  const several =
    [...models].every(isVersioned) && new Set([...models].map(unversioned)).size === 1
      ? 'versions of an agent'
      : 'models';
  throw new UsageError(models.size === 0 ? `${folder} has no such run.` : `${folder} has runs of several ${several}.`, {
    code: 'compare-model',
    hint: `Choose with --model (and --profile); there are: ${there}.`,
  });
}

function oneJudge(first: ComparedAgent, second: ComparedAgent, requested: string | undefined): string {
  const [a, b] = [first, second].map((side) => chooseJudge(side.results, requested)) as [string, string];
  if (a !== b)
    throw new UsageError(`Verdicts of different judges can't be paired: ${first.name} has ${a}, ${second.name} ${b}.`, {
      code: 'compare-judge',
      hint: 'Judge both with the same judge (osharm judge), then name it with --judge.',
    });
  return a;
}

/** Refuses trials of attacks, because each strategy chose its own payloads. */
function comparedIn(folder: string): RunResult[] {
  const { results } = reportedIn(folder);
  if (results.length > 0) return results;
  throw new UsageError(`${folder} has only trials of an attack.`, {
    code: 'compare-attack',
    hint: 'To compare attacks, run osharm report on the folder above them.',
  });
}
