import { UsageError } from '../../../base/errors.ts';
import {
  detectableBy,
  familiesNeeded,
  otherRate,
  type PairedDesign,
  power,
  repeatsNeeded,
  sizesOf,
} from '../../../base/statistics/power.ts';
import { fewestFamilies } from '../../../base/statistics/sign-flip-power.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { openSuite, type Suite } from '../../../tasks/suite/suite.ts';
import { expectedLines, expectedPower } from '../expected-power.ts';
import { type SuiteFamily, suiteFamilies } from '../suite-families.ts';

export interface PowerFlags {
  difference?: number;
  rate?: number;
  icc: number;
  pairing: number;
  tasks?: number;
  runsPerTask?: number;
  repeat: number;
  rates: number;
  power: number;
  metric: 'unsafe' | 'asr' | 'utility';
  suite?: string;
  subset?: string;
  json?: boolean;
}

const metrics: Readonly<Record<PowerFlags['metric'], (family: SuiteFamily) => number>> = {
  unsafe: (family) => family.plain + family.injected,
  asr: (family) => family.injected,
  utility: (family) => family.base,
};

export async function powerOf(flags: PowerFlags): Promise<void> {
  const suite = openSuite(flags.suite ?? bundledSuite);
  const isShaped = [flags.rate, flags.difference, flags.tasks, flags.runsPerTask].some((value) => value !== undefined);
  checkPower(flags.power);
  if (suite.expected !== undefined && !isShaped && flags.metric === 'unsafe') {
    const answer = expectedPower(suite, suite.expected, flags);
    print(answer, flags, expectedLines(answer));
  } else {
    const answer = answerOf(flags, suite);
    print(answer, flags, linesOf(answer));
  }
}

function print(answer: object, { json }: PowerFlags, lines: readonly string[]): void {
  process.stdout.write(json === true ? `${JSON.stringify(answer, null, 2)}\n` : `${lines.join('\n')}\n`);
}

/** Throws UsageError `power-share` unless 0 < `target` < 1. */
function checkPower(target: number): void {
  if (!(target > 0 && target < 1))
    throw new UsageError('--power must be between 0 and 1.', { code: 'power-share', hint: 'Use --power 0.8.' });
}

function answerOf(flags: PowerFlags, suite: Suite) {
  const { rate = 0.3, difference, icc, pairing, repeat, power: target } = flags;
  const shape = suiteFamilies(suite, flags.subset)
    .map(metrics[flags.metric])
    .filter((runs) => runs > 0);
  const familySizes = flags.runsPerTask === undefined ? shape : [flags.runsPerTask];
  if (familySizes.length === 0)
    throw new UsageError(`The suite has no runs for ${flags.metric}.`, {
      code: 'power-shape',
      hint: 'Give --tasks and --runs-per-task, or another --metric.',
    });
  const design: PairedDesign = {
    familySizes,
    families: flags.tasks ?? shape.length,
    repeat,
    icc,
    pairing,
    alpha: 0.05 / flags.rates,
  };
  if (design.families === 0)
    throw new UsageError('That many task families are needed.', { code: 'power-shape', hint: 'Give --tasks.' });
  const at = { families: design.families, repeat, runs: Math.round(sizesOf(design).runs) };
  const settings = { rate, icc, pairing, rates: flags.rates, power: target, metric: flags.metric };
  const detectable = detectableBy(design, rate, target);
  if (difference === undefined) return { ...settings, design: at, detectable, asked: null };
  const other = otherRate(rate, difference);
  if (difference === 0 || other === null)
    throw new UsageError(`No rate is ${difference} away from ${rate}.`, {
      code: 'power-difference',
      hint: 'Both rates must be between 0 and 1, and differ.',
    });
  const families = familiesNeeded(design, rate, difference, target);
  const repeats = repeatsNeeded({ ...design, repeat: 1 }, rate, difference, target);
  const runs = (change: Partial<PairedDesign>): number => Math.ceil(sizesOf({ ...design, ...change }).runs - 1e-9);
  return {
    ...settings,
    design: at,
    detectable,
    asked: {
      difference,
      otherRate: other,
      power: power(design, rate, other),
      byTasks: families === null ? null : { families, repeat, runs: runs({ families }) },
      byRepeats:
        repeats === null ? null : { families: design.families, repeat: repeats, runs: runs({ repeat: repeats }) },
    },
  };
}

function linesOf({
  rate,
  icc,
  pairing,
  power: target,
  design,
  detectable,
  asked,
  metric,
  rates,
}: ReturnType<typeof answerOf>): string[] {
  const size = (share: number): string => `${+(share * 100).toFixed(1)} percentage points`;
  const needed = fewestFamilies(0.05 / rates);
  const families = (count: number): string => (count === 1 ? '1 task family' : `${count} task families`);
  const times = (repeat: number): string => (repeat === 1 ? 'each run once' : `each run ${repeat} times`);
  const together = rates === 1 ? 'p of this rate alone' : `p after Holm over ${rates} rates`;
  const lines = [
    `Two agents over the same runs (${metric}): ${families(design.families)}, ${times(design.repeat)},`,
    `${design.runs} runs of each agent. Rate of the first ${+(rate * 100).toFixed(1)} %, similarity within`,
    `families ${icc}, of which the agents share ${pairing}; two-sided 5 %, ${together}, power ${+(target * 100).toFixed(1)} %.`,
    '',
    detectable === null
      ? design.families < needed
        ? `These runs can’t detect a difference of any size: ${needed} task families are needed.`
        : 'These runs can’t detect any difference with that power.'
      : `These runs can detect a difference of ${size(detectable)}.`,
  ];
  const hint =
    rates === 1
      ? [
          '',
          'osharm compare keeps the error over all its rates below 5 %: use --rates 8 for that,',
          'or osharm compare --metric for one rate alone.',
        ]
      : [];
  if (asked === null) return [...lines, ...hint];
  const { difference, byTasks, byRepeats } = asked;
  return [
    ...lines,
    `Their power to detect a difference of ${size(difference)} is ${Math.round(asked.power * 100)} %. It needs`,
    byTasks === null
      ? '  more than 100,000 task families of this shape'
      : `  ${families(byTasks.families)}, ${times(byTasks.repeat)}: ${byTasks.runs} runs of each agent`,
    byRepeats === null
      ? `  With ${design.families} families no number of repeats up to 1,000 is enough:\n  repeats add no information about other tasks`
      : `  or ${families(byRepeats.families)}, ${times(byRepeats.repeat)}: ${byRepeats.runs} runs of each agent`,
    ...hint,
  ];
}
