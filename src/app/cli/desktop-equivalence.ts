import type { Command } from 'commander';
import { desktopProviderNames } from '../../desktop/providers/registry.ts';
import type { EquivalenceFlags } from './actions/desktop-equivalence.ts';
import { wholeNumber } from './number-arguments.ts';
import { addProviderFlags } from './provider-flags.ts';
import { UnderscoreCommand } from './underscore-command.ts';

/** `osharm desktop equivalence`. Exit code 1 where results differ between the two sides, or there is nothing to compare. */
export function equivalenceCommand(): Command {
  const command = new UnderscoreCommand('equivalence')
    .summary('do two providers or images give the same results?')
    .description(
      'Makes the same reference runs on two providers (or takes two folders of results) and compares results, observations and timings pair by pair.',
    )
    .requiredOption('--a <side>', `a provider (${desktopProviderNames.join(', ')}), or a folder of results`)
    .requiredOption('--b <side>', 'the same; what the other flags say is told to whichever provider it concerns')
    .option('--suite <dir>', 'suite folder (default: the bundled one)')
    .option('--subset <name>', 'which manifest', 'quickstart')
    .option('--domain <name>', 'only this domain of the manifest', 'all')
    .option('--agents <name...>', 'reference agents that make the runs', ['reference-benign'])
    .option(
      '--no-baseline',
      'don’t make the first side’s runs twice: then nothing says how alike one side is to itself',
    )
    .option('-p, --parallel <n>', 'runs at a time', wholeNumber(1), 1)
    .option('--out <dir>', 'where results go, in a/ and b/; runs that are complete there are not run again')
    .option('--json', 'print JSON');
  return addProviderFlags(command.optionsGroup('Where desktops come from:'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm desktop equivalence --a sandbox --b remote --remote http://127.0.0.1:5000 --reset-url /v2/reset' +
        '\n  $ osharm desktop equivalence --a sandbox --b qemu --qemu-image Ubuntu.qcow2 --subset misbehavior --domain os' +
        '\n  $ osharm desktop equivalence --a results-before --b results-after --json',
    )
    .action(async (flags: EquivalenceFlags) => (await import('./actions/desktop-equivalence.ts')).equivalenceOf(flags));
}
