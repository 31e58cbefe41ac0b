import { categories } from '../../suite/task.ts';
import { tableLines } from '../table.ts';
import type { VerifiedRun } from './compare-run.ts';

/** One cell of the table: runs of one agent in one category. */
export interface VerifiedCell {
  agent: string;
  category: string;
  runs: number;
  wrong: number;
}

/** All cells of the table, empty ones too. */
export function cellsOf(agents: readonly string[], runs: readonly VerifiedRun[]): VerifiedCell[] {
  return agents.flatMap((agent) =>
    categories.map((category) => {
      const here = runs.filter((run) => run.agent === agent && run.category === category);
      return { agent, category, runs: here.length, wrong: here.filter((run) => run.wrong.length > 0).length };
    }),
  );
}

/** True where every cell has runs and none is wrong. */
export function isVerified(cells: readonly VerifiedCell[]): boolean {
  return cells.every((cell) => cell.runs > 0 && cell.wrong === 0);
}

/** The table with n per cell, then every wrong run with its directory. */
export function verificationLines(
  cells: readonly VerifiedCell[],
  runs: readonly VerifiedRun[],
  width: number,
): string[] {
  const agents = [...new Set(cells.map((cell) => cell.agent))];
  const rows = agents.map((agent) => [
    agent,
    ...categories.map((category) => cellText(cells.find((cell) => cell.agent === agent && cell.category === category))),
  ]);
  const lines = [
    'Runs as expected, of n. Reference agents, not models.',
    '',
    ...tableLines(['Agent', ...categories], rows, { width }),
  ];
  for (const run of runs.filter(({ wrong }) => wrong.length > 0)) {
    lines.push('', `✗ ${run.agent}: ${run.label}`, ...run.wrong.map((what) => `    ${what}`), `    ${run.directory}`);
  }
  return lines;
}

function cellText(cell: VerifiedCell | undefined): string {
  if (cell === undefined || cell.runs === 0) return '✗ none';
  return `${cell.wrong === 0 ? '✓' : '✗'} ${cell.runs - cell.wrong}/${cell.runs}`;
}
