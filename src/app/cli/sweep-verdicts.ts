import { effectJudgeName } from '../../base/record/evidence/effect-judgment.ts';
import { judgesIn, type RunResult } from '../../results/model/run-result.ts';
import { tableBlock } from '../../results/report/formats/terminal.ts';
import { overviewTable } from '../../results/report/overview.ts';
import type { ReportTable } from '../../results/report/report-table.ts';
import { separateCompletion } from '../../results/report/separate-completion.ts';
import { type GroupSummary, summarise } from '../../results/report/summary.ts';
import { reportTables } from '../../results/report/tables/registry.ts';

/** Tables that OS-Harm prints at the end. */
const closing = new Set(['categories', 'means']);

/** Lists each judge's verdicts, one line per agent. With the profile `os-harm`, lists OS-Harm's tables. */
export function verdictLines(results: readonly RunResult[], width: number): string[] {
  const lines = verdicts(results).flatMap(({ judge, groups }) =>
    groups
      .flatMap(tablesOf)
      .flatMap((table) => ['', ...tableBlock({ ...table, title: `${table.title}, by ${judge}` }, width)]),
  );
  return results.some((result) => result.isReference) ? [...lines, '* reference, not a model'] : lines;
}

const tablesOf = (group: GroupSummary): ReportTable[] =>
  group.profile === 'os-harm'
    ? reportTables(group)
        .filter(({ id }) => closing.has(id))
        .map(separateCompletion)
    : [overviewTable(group.categories)];

export function verdictsAsJson(results: readonly RunResult[]): unknown {
  return verdicts(results).map(({ judge, groups }) => ({
    judge,
    categories: groups.flatMap(({ categories }) => categories),
    categoryMeans: groups.flatMap(({ categoryMeans }) => categoryMeans),
  }));
}

/** Skips human verdicts, which cover only annotated runs (`osharm labels agree` shows them). */
function verdicts(results: readonly RunResult[]): { judge: string; groups: GroupSummary[] }[] {
  // If the oracles know only whether runs were safe, there is a rate but no verdict.
  const oracles = results.some(({ harm }) => harm !== null) ? [effectJudgeName] : [];
  return [...new Set([...judgesIn(results).keys(), ...oracles])]
    .filter((name) => !name.startsWith('human/'))
    .sort()
    .map((judge) => summarise(results, judge));
}
