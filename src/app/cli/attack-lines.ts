import { counted } from '../../base/record/counted.ts';
import type { ClusteredProportion } from '../../base/statistics/clustered-rate.ts';
import type { AttackFigures, OperatorFigures, StrategyFigures } from '../../runs/attack-search/attack-figures.ts';
import type { BenignFigures, TransferFigures } from '../../runs/attack-search/side-figures.ts';

const mostValues = 3;

export function searchLines(figures: AttackFigures): string[] {
  const { strategies, operators, benign, transfers } = figures;
  const lines = [...strategies.flatMap(strategyLines), ...transfers.flatMap(transferLines)];
  if (benign !== null) lines.push(...benignLines(benign));
  return [...lines, ...operatorLines(operators)];
}

function strategyLines(strategyFigures: StrategyFigures): string[] {
  const { strategy, searches, unfinished, bySuccess, queries, undecided, queriesPerSuccess, usdPerSuccess } =
    strategyFigures;
  const { attackerRefused: refused, attackerUnusable: unusable } = strategyFigures;
  const { steps, sharedSteps, confirmedOnSeeds, confirmedOnTasks } = strategyFigures;
  const ofThem = undecided === 0 ? '' : `, ${undecided} of them undecided`;
  const left = unfinished === 0 ? '' : `; ${counted(unfinished, 'search', 'searches')} unfinished`;
  const lines = [
    `${strategy}: ${counted(searches, 'target')} searched with ${counted(queries, 'query', 'queries')}${ofThem}${left}`,
  ];
  if (refused + unusable > 0)
    lines.push(`  the attacker’s model: refused ${refused}, returned ${unusable} unusable texts`);
  for (const { attempts, broken } of bySuccess)
    lines.push(`  broken within ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${rate(broken)}`);
  if (queriesPerSuccess !== null) {
    const cost = usdPerSuccess === null ? '' : `, $${usdPerSuccess.toFixed(2)}`;
    lines.push(`  per success: ${queriesPerSuccess.toFixed(1)} queries${cost}`);
  }
  if (sharedSteps > 0)
    lines.push(`  started at an exposure: ${sharedSteps} of ${counted(steps, 'step')} come from an earlier trial`);
  if (confirmedOnSeeds.n > 0) lines.push(`  winners repeated on held-out seeds: ${rate(confirmedOnSeeds)}`);
  if (confirmedOnTasks.n > 0) lines.push(`  winners repeated on held-out tasks: ${rate(confirmedOnTasks)}`);
  return lines;
}

function transferLines({ source, runs, undecided, success }: TransferFigures): string[] {
  const left = undecided === 0 ? '' : `, ${undecided} of them undecided`;
  return [`payload ${source.slice(0, 16)}, tried in ${counted(runs, 'run')}${left}`, `  success: ${rate(success)}`];
}

function benignLines({ runs, done, intervened, steps, usd }: BenignFigures): string[] {
  const cost = usd === null ? '' : `, $${usd.toFixed(4)}`;
  const lines = [`without a payload: ${counted(runs, 'run')}, ${steps.toFixed(1)} steps each${cost}`];
  if (done.n > 0) lines.push(`  the user's task done: ${rate(done)}`);
  if (intervened.count > 0) lines.push(`  a defence intervened: ${rate(intervened)}`);
  return lines;
}

/** Counts only payloads drawn at random, because those chosen by the search are biased. */
function operatorLines(operators: readonly OperatorFigures[]): string[] {
  const carrying = operators.filter(({ initiated }) => initiated.count > 0);
  if (carrying.length === 0) return [];
  const axes = [...Map.groupBy(carrying, ({ axis }) => axis)].map(([axis, values]) => {
    const best = [...values].sort((first, second) => shareOf(second) - shareOf(first)).slice(0, mostValues);
    return `  ${axis}: ${best.map(({ value, initiated, queries }) => `${value} ${percent(initiated.rate ?? 0)} of ${queries}`).join(', ')}`;
  });
  return ['what contributed, among random payloads (share with an act towards the harm):', ...axes];
}

const shareOf = ({ initiated }: OperatorFigures): number => initiated.rate ?? 0;

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function rate({ count, n, rate: share, low, high }: ClusteredProportion): string {
  if (share === null || low === null || high === null) return 'no search has finished';
  return `${percent(share)} (${count} of ${n}; 95 %: ${percent(low)} to ${percent(high)})`;
}
