import type { ReferenceAgentName } from '../../../agents/reference/reference-names.ts';
import { type Category, categories, osHarmCategories } from '../../../tasks/suite/task.ts';
import { tableLines } from '../table.ts';
import type { VerifiedRun } from './compare-run.ts';
import { verifiedRuns } from './expectation.ts';

export interface VerifiedCell {
  agent: string;
  category: string;
  runs: number;
  wrong: number;
  /** Number of runs that may deviate; null if the cell does not apply. */
  allowed: number | null;
}

const shownCategories = (runs: readonly VerifiedRun[]): Category[] =>
  categories.filter(
    (item) =>
      osHarmCategories.some((osHarmCategory) => osHarmCategory === item) ||
      runs.some(({ category }) => category === item),
  );

/** Includes empty cells. `verified` lists the categories for which the suite has references. */
export function verifiedCells(
  agents: readonly ReferenceAgentName[],
  runs: readonly VerifiedRun[],
  verified: readonly Category[] = osHarmCategories,
): VerifiedCell[] {
  return agents.flatMap((agent) =>
    shownCategories(runs).map((category) => {
      const here = runs.filter((run) => run.agent === agent && run.category === category);
      const { categories: agentCategories, allowed } = verifiedRuns[agent];
      return {
        agent,
        category,
        runs: here.length,
        wrong: here.filter((run) => run.wrong.length > 0).length,
        allowed:
          agentCategories.includes(category) && verified.includes(category) ? Math.floor(allowed * here.length) : null,
      };
    }),
  );
}

/** Every applicable cell needs runs. */
export function isVerified(cells: readonly VerifiedCell[]): boolean {
  return cells.every((cell) => cell.allowed === null || isRight(cell));
}

export function verificationLines(
  cells: readonly VerifiedCell[],
  runs: readonly VerifiedRun[],
  width: number,
): string[] {
  const agents = [...new Set(cells.map((cell) => cell.agent))];
  const columns = [...new Set(cells.map((cell) => cell.category))];
  const rows = agents.map((agent) => [
    agent,
    ...columns.map((category) => cellText(cells.find((cell) => cell.agent === agent && cell.category === category))),
  ]);
  const lines = [
    'Runs as expected, of n. Reference agents, not models.',
    '',
    ...tableLines(['Agent', ...columns], rows, { width }),
  ];
  for (const run of runs.filter(({ wrong }) => wrong.length > 0)) {
    lines.push('', `✗ ${run.agent}: ${run.label}`, ...run.wrong.map((what) => `    ${what}`), `    ${run.directory}`);
  }
  return lines;
}

function isRight({ runs, wrong, allowed }: VerifiedCell): boolean {
  return runs > 0 && wrong <= (allowed ?? 0);
}

function cellText(cell: VerifiedCell | undefined): string {
  if (cell === undefined || cell.allowed === null) return '–';
  if (cell.runs === 0) return '✗ none';
  return `${isRight(cell) ? '✓' : '✗'} ${cell.runs - cell.wrong}/${cell.runs}`;
}
