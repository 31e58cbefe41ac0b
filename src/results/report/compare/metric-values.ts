import type { RunResult } from '../../model/run-result.ts';
import { withoutBranches } from '../../model/verdicts.ts';
import type { AgentComparison } from './compare.ts';
import type { Values } from './fail-if.ts';
import { comparedRates, errorRate, fixedRate, metricRate } from './metrics.ts';

const all = [...comparedRates, fixedRate, errorRate];

export const sweepNames: readonly string[] = all.flatMap(({ name }) => [name, `${name}.low`, `${name}.high`]);

/** Names available to conditions over a comparison, including the difference (second minus first) and Holm's p. */
export const comparisonNames: readonly string[] = [
  ...sweepNames,
  ...comparedRates.flatMap(({ name }) => [`${name}.difference`, `${name}.p`]),
];

export function sweepValues(results: readonly RunResult[], judge: string): Values {
  const own = withoutBranches(results);
  return Object.fromEntries(
    all.flatMap((metric) => {
      const { rate, low, high } = metricRate(metric, own, judge);
      return [
        [metric.name, rate],
        [`${metric.name}.low`, low],
        [`${metric.name}.high`, high],
      ];
    }),
  );
}

/** The rates are those of the second sweep. */
export function comparisonValues(comparison: AgentComparison, second: readonly RunResult[]): Values {
  const rows = comparison.rows.flatMap((row) => [
    [`${row.metric}.difference`, row.difference],
    [`${row.metric}.p`, row.adjustedP],
  ]);
  return { ...sweepValues(second, comparison.judge), ...Object.fromEntries(rows) };
}
