import { printable } from '../../base/record/unseen-text.ts';
import type { RunResult } from '../../results/model/run-result.ts';
import { setupText } from '../../results/model/settings.ts';
import { type CiCheck, ciChecks, junitXml } from '../../results/report/compare/ci-output.ts';
import { type Checked, checkFailConditions, type FailCondition } from '../../results/report/compare/fail-if.ts';
import { sweepValues } from '../../results/report/compare/metric-values.ts';
import { checkedLines } from '../../results/report/compare/terminal.ts';
import { sortedGroups } from '../../results/report/rate.ts';
import { groupResults } from '../../results/report/summary.ts';
import { writeOutput } from './write-output.ts';

export interface ModelChecks {
  model: string;
  /** Profile, suite, provider, image and setup. Runs that differ in one of them are never pooled. */
  group: string;
  conditions: Checked[];
}

export function checkModels(
  conditions: readonly FailCondition[],
  results: readonly RunResult[],
  judge: string,
): ModelChecks[] {
  if (conditions.length === 0) return [];
  return groupResults(results, judge).flatMap((group) =>
    sortedGroups(group, (judged) => judged.model).map(([model, list]) => {
      const { profile, suite, provider, image, settings } = list[0] as RunResult;
      return {
        model,
        group: [`profile ${profile}`, suite, provider, image, setupText(settings)].join(' · '),
        conditions: checkFailConditions(conditions, sweepValues(list, judge)),
      };
    }),
  );
}

/** Unknown rates and conditions without any run count as failed. */
export function isFailed(checks: readonly ModelChecks[], conditions: readonly FailCondition[]): boolean {
  if (conditions.length > 0 && checks.length === 0) return true;
  return checks.some((check) => check.conditions.some((condition) => condition.failed !== false));
}

export function checkLines(checks: readonly ModelChecks[], width: number): string[] {
  const isOneGroup = new Set(checks.map((check) => check.group)).size === 1;
  return checks.flatMap(({ model, group, conditions }) => [
    printable(isOneGroup ? model : `${model} (${group})`),
    ...checkedLines(conditions, width),
  ]);
}

export function writeJUnit(
  file: string,
  checks: readonly ModelChecks[],
  conditions: readonly FailCondition[],
  command: string,
): void {
  const isOneGroup = new Set(checks.map((check) => check.group)).size === 1;
  const named = checks.flatMap(({ model, group, conditions: checked }) =>
    ciChecks(null, checked, false).map((check) => ({
      ...check,
      name: `${isOneGroup ? model : `${model} (${group})`}: ${check.name}`,
    })),
  );
  const nothing: CiCheck[] =
    checks.length > 0
      ? []
      : conditions.map(({ text }) => ({ name: `not: ${text}`, failure: 'there was no run to check' }));
  writeOutput(file, junitXml([...named, ...nothing], command));
}
