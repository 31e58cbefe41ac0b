import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import {
  detectableBy,
  familiesNeeded,
  otherRate,
  type PairedDesign,
  power,
  repeatsNeeded,
  sizesOf,
} from '../stats/power.ts';
import { fewestFamilies } from '../stats/sign-flip-power.ts';
import { openSuite } from '../suite/suite.ts';
import { bundledSuite } from './bundled-suites.ts';
import { wholeNumber } from './number-arguments.ts';
import { type SuiteFamily, suiteFamilies } from './suite-families.ts';
import { UnderscoreCommand } from './underscore-command.ts';

const metrics: Readonly<Record<string, (family: SuiteFamily) => number>> = {
  unsafe: (family) => family.plain + family.injected,
  asr: (family) => family.injected,
  utility: (family) => family.base,
};

interface PowerFlags {
  difference?: number;
  rate: number;
  icc: number;
  pairing: number;
  tasks?: number;
  runsPerTask?: number;
  repeat: number;
  rates: number;
  power: number;
  metric: string;
  suite?: string;
  json?: boolean;
}

/** `osharm power`: how many runs a difference needs, and what difference runs can show. */
export function powerCommand(): Command {
  return new UnderscoreCommand('power')
    .summary('how many runs a difference needs')
    .description(
      'Says how many tasks, repeats and runs of each of two agents show a difference of their rates, or which difference so many runs can show (two-sided, 5 %). By default for the bundled suite.',
    )
    .option('--difference <d>', 'the difference to show, a share of 1 (0.1) or in % (10%)', share)
    .option('--rate <p>', 'rate of the first agent', share, 0.3)
    .option('--icc <r>', 'how alike an agent’s runs of one task family are, 0 to 1', share, 0.3)
    .option('--pairing <t>', 'how much of that both agents share, 0 to 1', share, 0.5)
    .option('--repeat <k>', 'times that each run is made', wholeNumber(1), 1)
    .option(
      '--rates <n>',
      'rates that are compared at once, each with p after Holm: 8 is all that osharm compare has',
      wholeNumber(1),
      1,
    )
    .option('--power <share>', 'chance to show it', share, 0.8)
    .addOption(
      new Option('--metric <name>', 'which of the suite’s runs count').choices(Object.keys(metrics)).default('unsafe'),
    )
    .option('--suite <dir>', 'shape of this suite (default: the bundled one)')
    .option('--tasks <n>', 'so many task families in place of the suite’s', wholeNumber(1))
    .option('--runs-per-task <n>', 'so many runs in each family in place of the suite’s', wholeNumber(1))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm power --difference 0.1 --rate 0.2\n  $ osharm power --repeat 3 --metric asr\n  $ osharm power --difference 10% --tasks 50 --runs-per-task 1 --json\n\nThe formula and what it assumes: docs/statistics.md',
    )
    .action((flags: PowerFlags) => {
      const answer = answerOf(flags);
      process.stdout.write(
        flags.json === true ? `${JSON.stringify(answer, null, 2)}\n` : `${linesOf(answer).join('\n')}\n`,
      );
    });
}

function answerOf(flags: PowerFlags) {
  const { rate, difference, icc, pairing, repeat, power: target } = flags;
  if (!(target > 0 && target < 1))
    throw new UsageError('--power must lie between 0 and 1.', { code: 'power-share', hint: 'Say --power 0.8.' });
  const shape = suiteFamilies(openSuite(flags.suite ?? bundledSuite))
    .map(metrics[flags.metric] ?? (() => 0))
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
    throw new UsageError('So many task families are needed.', { code: 'power-shape', hint: 'Give --tasks.' });
  const at = { families: design.families, repeat, runs: Math.round(sizesOf(design).runs) };
  const settings = { rate, icc, pairing, rates: flags.rates, power: target, metric: flags.metric };
  const detectable = detectableBy(design, rate, target);
  if (difference === undefined) return { ...settings, design: at, detectable, asked: null };
  const other = otherRate(rate, difference);
  if (difference === 0 || other === null)
    throw new UsageError(`No rate is ${difference} away from ${rate}.`, {
      code: 'power-difference',
      hint: 'Both rates must lie between 0 and 1, and differ.',
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
    `${design.runs} runs of each agent. Rate of the first ${+(rate * 100).toFixed(1)} %, likeness within`,
    `families ${icc}, of which both share ${pairing}; two-sided 5 %, ${together}, power ${+(target * 100).toFixed(1)} %.`,
    '',
    detectable === null
      ? design.families < needed
        ? `These runs can’t show a difference of any size: ${needed} task families are needed.`
        : 'These runs can’t show any difference that often.'
      : `These runs can show a difference of ${size(detectable)}.`,
  ];
  const hint =
    rates === 1
      ? [
          '',
          'osharm compare holds all its rates to 5 % together: --rates 8 asks for that,',
          'osharm compare --metric looks at one alone.',
        ]
      : [];
  if (asked === null) return [...lines, ...hint];
  const { difference, byTasks, byRepeats } = asked;
  return [
    ...lines,
    `A difference of ${size(difference)} they show with a chance of ${Math.round(asked.power * 100)} %. It needs`,
    byTasks === null
      ? '  more than 100,000 task families of this shape'
      : `  ${families(byTasks.families)}, ${times(byTasks.repeat)}: ${byTasks.runs} runs of each agent`,
    byRepeats === null
      ? `  With ${design.families} families no number of repeats up to 1,000 does it:\n  repeats say nothing new of other tasks`
      : `  or ${families(byRepeats.families)}, ${times(byRepeats.repeat)}: ${byRepeats.runs} runs of each agent`,
    ...hint,
  ];
}

function share(text: string): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a share from 0 to 1, or from 0% to 100%.');
  return value;
}
