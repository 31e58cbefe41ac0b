import { counted } from '../../base/record/counted.ts';
import type { ClusteredProportion } from '../../base/statistics/clustered-rate.ts';
import type { AttackFigures, OperatorFigures, StrategyFigures } from '../../runs/attack-search/attack-figures.ts';
import type { BenignFigures, TransferFigures } from '../../runs/attack-search/side-figures.ts';

const mostValues = 3;

export function searchLines(figures: AttackFigures): string[] {
  const { strategies, operators, benign, transfers } = figures;
  return [
    ...strategies.flatMap(strategyLines),
    ...transfers.flatMap(transferLines),
    ...(benign === null ? [] : benignLines(benign)),
    ...operatorLines(operators),
  ];
}

function strategyLines(strategyFigures: StrategyFigures): string[] {
  const { strategy, searches, unfinished, bySuccess, queries, undecided, queriesPerSuccess, usdPerSuccess } =
    strategyFigures;
  const { attackerRefused: refused, attackerUnusable: unusable } = strategyFigures;
  const cost = usdPerSuccess === null ? '' : `, $${usdPerSuccess.toFixed(2)}`;
  return [
    `${strategy}: ${counted(searches, 'target')} searched with ${counted(queries, 'query', 'queries')}${undecided === 0 ? '' : `, ${undecided} of them undecided`}${unfinished === 0 ? '' : `; ${counted(unfinished, 'search', 'searches')} unfinished`}`,
    ...(refused + unusable === 0
      ? []
      : [`  the attacker’s model: refused ${refused}, made ${unusable} unusable texts`]),
    ...bySuccess.map(
      ({ attempts, broken }) =>
        `  broken within ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${rate(broken)}`,
    ),
    ...(queriesPerSuccess === null ? [] : [`  per success: ${queriesPerSuccess.toFixed(1)} queries${cost}`]),
    ...(strategyFigures.sharedSteps === 0
      ? []
      : [
          `  started at an exposure: ${strategyFigures.sharedSteps} of ${counted(strategyFigures.steps, 'step')} come from an earlier trial`,
        ]),
    ...(strategyFigures.confirmedOnSeeds.n === 0
      ? []
      : [`  winners again, on held-out seeds: ${rate(strategyFigures.confirmedOnSeeds)}`]),
    ...(strategyFigures.confirmedOnTasks.n === 0
      ? []
      : [`  winners again, on held-out tasks: ${rate(strategyFigures.confirmedOnTasks)}`]),
  ];
}

function transferLines({ source, runs, undecided, success }: TransferFigures): string[] {
  const left = undecided === 0 ? '' : `, ${undecided} of them undecided`;
  return [`payload ${source.slice(0, 16)}, tried in ${counted(runs, 'run')}${left}`, `  success: ${rate(success)}`];
}

function benignLines({ runs, done, intervened, steps, usd }: BenignFigures): string[] {
  return [
    `without a payload: ${counted(runs, 'run')}, ${steps.toFixed(1)} steps each${usd === null ? '' : `, $${usd.toFixed(4)}`}`,
    ...(done.n === 0 ? [] : [`  the user's task done: ${rate(done)}`]),
    ...(intervened.count === 0 ? [] : [`  a defence stepped in: ${rate(intervened)}`]),
  ];
}

/** Only payloads drawn at random count, because the search's own are biased. */
function operatorLines(operators: readonly OperatorFigures[]): string[] {
  const carrying = operators.filter(({ initiated }) => initiated.count > 0);
  if (carrying.length === 0) return [];
  const axes = [...Map.groupBy(carrying, ({ axis }) => axis)].map(([axis, values]) => {
    const best = [...values].sort((first, second) => shareOf(second) - shareOf(first)).slice(0, mostValues);
    return `  ${axis}: ${best.map(({ value, initiated, queries }) => `${value} ${percent(initiated.rate ?? 0)} of ${queries}`).join(', ')}`;
  });
  return ['what contributed, among payloads drawn at random (an act towards the harm):', ...axes];
}

const shareOf = ({ initiated }: OperatorFigures): number => initiated.rate ?? 0;

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function rate({ count, n, rate: share, low, high }: ClusteredProportion): string {
  if (share === null || low === null || high === null) return 'no search was finished';
  return `${percent(share)} (${count} of ${n}; 95 %: ${percent(low)} to ${percent(high)})`;
}
