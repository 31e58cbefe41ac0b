import type { Command } from 'commander';
import { settingNames } from '../../runs/plan/settings/table.ts';
import type { SweepHost } from '../library/prepare-sweep.ts';
import { addConfig } from './config-flags.ts';
import { addHelpAll, addSettings, type RunFlags } from './setting-flags.ts';
import { UnderscoreCommand } from './underscore-command.ts';

export function runCommand(host: SweepHost = {}): Command {
  const command = addConfig(addSettings(new UnderscoreCommand('run'), settingNames), 'run');
  return addHelpAll(command.optionsGroup('Output:'))
    .description('Plans and runs a sweep: the tasks of a suite, each in a fresh desktop.')
    .argument('[suite]', 'folder or checkout (default: the bundled suite)')
    .helpOption('-h, --help', 'list the common flags')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm run --model reference-hijacked --subset quickstart --dry-run' +
        '\n  $ osharm run my-suite -m openai:gpt-4.1 --vector pdf --max-cost 5' +
        '\nThe same command resumes a stopped sweep. Every flag: osharm run --help-all',
    )
    .action(async (suite: string | undefined, flags: RunFlags) =>
      (await import('./actions/run.ts')).runSuite(suite, flags, host),
    );
}
