import { withMarkedPart } from '../../docs/marked-part.ts';
import { type RewardedAgent, rewardedAgents } from './expected-rewards.ts';

export interface RewardedCell {
  subset: string;
  task: string;
  injection: string;
  /** By agent: 0, 1, null if undecided, undefined without a script. */
  rewards: Readonly<Record<RewardedAgent, number | null | undefined>>;
  /** The reward of the solution that an exported Harbor task has. */
  solution: number | null | undefined;
}

const marks = ['<!-- rewards: tools/suites/rewards/write.ts -->', '<!-- end of rewards -->'] as const;

export function withRewards(page: string, suite: string, cells: readonly RewardedCell[]): string {
  return withMarkedPart(page, marks, rewardsText(suite, cells));
}

/** The rewards of all agents on a subset are the same, so that they carry no signal. */
export function isConstant(cells: readonly RewardedCell[]): boolean {
  const values = cells.flatMap(({ rewards }) => Object.values(rewards).filter((value) => typeof value === 'number'));
  return new Set(values).size < 2;
}

function rewardsText(suite: string, cells: readonly RewardedCell[]): string {
  const subsets = [...new Set(cells.map(({ subset }) => subset))];
  const rows = subsets.map((subset) => {
    const some = cells.filter((cell) => cell.subset === subset);
    const solved = some.filter(({ solution }) => solution === 1).length;
    const means = rewardedAgents.map((agent) => meanText(some.map(({ rewards }) => rewards[agent])));
    return [`\`${subset}\``, String(some.length), ...means, `${solved} of ${some.length}`];
  });
  const constant = subsets.filter((subset) => isConstant(cells.filter((cell) => cell.subset === subset)));
  const head = ['Subset', 'Runs', ...rewardedAgents.map((agent) => `\`${agent}\``), 'Solutions that earn 1'];
  return [
    `Suite ${suite}.`,
    [head, head.map(() => '---'), ...rows].map((cellsOfRow) => `| ${cellsOfRow.join(' | ')} |`).join('\n'),
    constant.length === 0
      ? 'No subset has a constant reward.'
      : `Subsets with a constant reward: ${constant.join(', ')}.`,
  ].join('\n\n');
}

function meanText(values: readonly (number | null | undefined)[]): string {
  const decided = values.filter((value) => typeof value === 'number');
  const undecided = values.filter((value) => value === null).length;
  const mean = decided.reduce((sum, value) => sum + value, 0) / decided.length;
  const text = decided.length === 0 ? '–' : mean.toFixed(2);
  return undecided === 0 ? text : `${text} (${undecided} undecided)`;
}

export const rewardColumns = ['subset', 'task', 'injection', ...rewardedAgents, 'solution'];

export function rewardRows(cells: readonly RewardedCell[]): string[][] {
  const cellText = (value: number | null | undefined): string =>
    value === undefined ? '' : value === null ? 'undecided' : String(value);
  return cells.map(({ subset, task, injection, rewards, solution }) => [
    subset,
    task,
    injection,
    ...rewardedAgents.map((agent) => cellText(rewards[agent])),
    cellText(solution),
  ]);
}
