import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PowerFlags } from './actions/suite-power.ts';
import { wholeNumber } from './number-arguments.ts';
import { UnderscoreCommand } from './underscore-command.ts';

const metrics = ['unsafe', 'asr', 'utility'] as const;

/** `osharm suite power`: how many runs a difference needs, and what difference runs can show. */
export function suitePowerCommand(): Command {
  return new UnderscoreCommand('power')
    .summary('how many runs it takes to detect a difference')
    .description(
      'Prints how many tasks, repeats and runs detect a difference between two agents, or the minimum detectable difference (two-sided, 5 %). By default for the bundled suite.',
    )
    .option('--difference <d>', 'difference to detect: 0.1, or 10%', share)
    .option('--rate <p>', 'rate of the first agent', share, 0.3)
    .option('--icc <r>', 'how alike an agent’s runs of one task family are, 0 to 1', share, 0.3)
    .option('--pairing <t>', 'how much of that both agents share, 0 to 1', share, 0.5)
    .option('--repeat <k>', 'repeats of each run', wholeNumber(1), 1)
    .option('--rates <n>', 'rates compared at once, each with p after Holm (osharm compare has 8)', wholeNumber(1), 1)
    .option('--power <share>', 'power: chance to detect it', share, 0.8)
    .addOption(new Option('--metric <name>', 'which of the suite’s runs count').choices(metrics).default('unsafe'))
    .option('--suite <dir>', 'shape of this suite (default: the bundled one)')
    .option('--subset <name>', 'which subset of it (default: all; of a suite without that one, all of its subsets)')
    .option('--tasks <n>', 'so many task families in place of the suite’s', wholeNumber(1))
    .option('--runs-per-task <n>', 'so many runs in each family in place of the suite’s', wholeNumber(1))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite power --difference 0.1 --rate 0.2\n  $ osharm suite power --repeat 3 --metric asr\n  $ osharm suite power --difference 10% --tasks 50 --runs-per-task 1 --json\n\nThe formula and what it assumes: docs/trust/statistics.md',
    )
    .action(async (flags: PowerFlags) => (await import('./actions/suite-power.ts')).powerOf(flags));
}

function share(text: string): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a share from 0 to 1, or from 0% to 100%.');
  return value;
}
