import { UsageError } from '../../base/errors.ts';
import type { RunResult } from '../../results/model/run-result.ts';
import { type AgentComparison, type ComparedMetric, compareAgents } from '../../results/report/compare/compare.ts';
import { pointsText, pText, sideRateText } from '../../results/report/compare/terminal.ts';
import { tableLines } from '../../results/report/table.ts';
import { chooseJudge } from '../library/read-results.ts';

/** A comparison of two agents on the tasks that both ran, or why they can't be compared. */
export interface AgentPair {
  first: string;
  second: string;
  compared: AgentComparison | { reason: string };
}

export function comparedPairs(results: readonly RunResult[], agents: readonly string[]): AgentPair[] {
  const named = agents.flatMap((first, at) => agents.slice(at + 1).map((second) => ({ first, second })));
  return named.map((pair) => ({ ...pair, compared: compared(results, pair, named.length) }));
}

function compared(
  results: readonly RunResult[],
  { first, second }: Pick<AgentPair, 'first' | 'second'>,
  pairs: number,
): AgentPair['compared'] {
  const [a, b] = [first, second].map((name) => ({ name, results: results.filter(({ model }) => model === name) }));
  const without = [a, b].find((side) => side?.results.length === 0);
  if (a === undefined || b === undefined || without !== undefined)
    return { reason: `${without?.name} has no complete run.` };
  try {
    return compareAgents(a, b, chooseJudge([...a.results, ...b.results], undefined), { pairs });
  } catch (error) {
    if (error instanceof UsageError) return { reason: error.message };
    throw error;
  }
}

/** Returns one table of all pairs. The p-values are corrected for all pairs and rates together. */
export function pairLines(pairs: readonly AgentPair[], resultDir: string, width: number): string[] {
  if (pairs.length === 0) return [];
  const rows = pairs.flatMap(({ first, second, compared }) =>
    'rows' in compared ? compared.rows.map((row) => ({ first, second, row })) : [],
  );
  const head = ['A', 'B', 'rate', 'A %', 'B %', 'B − A [95 %]', 'p', 'detectable', 'tasks'];
  const table = tableLines(
    head,
    rows.map(({ first, second, row }) => [
      first,
      second,
      row.label,
      sideRateText(row.first.rate),
      sideRateText(row.second.rate),
      `${pointsText(row.difference)} [${pointsText(row.low)}, ${pointsText(row.high)}]`,
      pText(row.adjustedP),
      detectableText(row),
      `${row.cells}`,
    ]),
    { width, right: head.slice(3) },
  );
  const reservations = pairs.flatMap(({ first, second, compared }) =>
    'rows' in compared
      ? compared.reservations.map((sentence) => `${first} and ${second}: ${sentence}`)
      : [`${first} and ${second} are not compared: ${compared.reason}`],
  );
  const lines = ['', 'Agents in pairs, over the tasks that both ran:'];
  if (rows.length > 0) lines.push(...table);
  lines.push(...reservations);
  const pair = pairs.find(({ compared }) => 'rows' in compared);
  if (pair === undefined) return lines;
  return [
    ...lines,
    'p is corrected for all pairs and rates of this table (Holm, then Bonferroni over pairs). Detectable: minimum detectable difference in points (80 % power); –: none.',
    `One pair in full: osharm compare ${resultDir} --model ${pair.first} --model ${pair.second}`,
  ];
}

/** Minimum detectable difference, in percentage points. */
const detectableText = ({ families, familiesNeeded, detectable }: ComparedMetric): string =>
  families < familiesNeeded || detectable === null ? '–' : `${Math.round(detectable * 100)}`;
