import { type Command, Option } from 'commander';
import { referenceAgents } from '../../agents/reference/reference-names.ts';
import { settings } from '../../runs/plan/settings/table.ts';
import { textLanguages } from '../../tasks/suite/goal-id.ts';
import { textStyles } from '../../tasks/suite/text-style.ts';
import { visibilities } from '../../tasks/suite/visibility.ts';
import type { SweepHost } from '../library/prepare-sweep.ts';
import type { VerifyFlags } from './actions/suite-verify.ts';
import { addConfig } from './config-flags.ts';
import { wholeNumber } from './number-arguments.ts';
import { optionOf } from './setting-flags.ts';
import { UnderscoreCommand } from './underscore-command.ts';

/** Exit code 1 if a check or oracle is wrong, or if a cell of the table is empty. */
export function suiteVerifyCommand(host: SweepHost = {}): Command {
  return addConfig(new UnderscoreCommand('verify'), null)
    .summary('verify checks and oracles with reference agents')
    .description(
      'Runs reference agents on every task and injection, and compares each check, verdict and first violation with the expected one.',
    )
    .argument('[dir]', 'suite folder (default: the bundled one)')
    .option('-p, --parallel <n>', 'desktops at a time (default: what fits here)', wholeNumber(1))
    .option('--agents <name...>', `which reference agents (benign,hijacked), or all: ${referenceAgents.join(', ')}`)
    .option('--all', 'one injection for every legal pair of vector and goal, instead of the subset’s own')
    .option('--sample <n>', 'run only this many of each agent, drawn by --seed', wholeNumber(1))
    .option('--seed <n>', 'seed of tasks, amounts and secrets', wholeNumber(0), 0)
    .option('--subset <name>', 'which subset (default: all; of a checkout of OS-Harm misuse and misbehavior)')
    .option(
      '--assets <dir>',
      'folder of the files that tasks download (default for a checkout: stand-ins that come with osharm)',
    )
    .option('--download-hosts <host...>', 'hosts of your own network that tasks may download from (others are refused)')
    .option('--offline', 'download nothing; a file in no folder or cache is an error')
    .option('--plugin <module...>', settings.plugin.help)
    .option('--domain <name>', 'only this domain of the subset', 'all')
    .option('--task <id...>', 'only these tasks')
    .addOption(
      new Option('--style <name...>', 'styles of the injected texts (default: as the tasks list them)').choices(
        textStyles,
      ),
    )
    .addOption(new Option('--language <code...>', 'languages of the injected texts').choices(textLanguages))
    .addOption(new Option('--visibility <way...>', 'visibility of the injected texts').choices(visibilities))
    .option('--repeat <k>', 'execute each run k times', wholeNumber(1), 1)
    .option('--out <dir>', 'folder for results; complete runs there are kept (default: a new folder)')
    .option('--provider <name>', 'what supplies desktops', 'sandbox')
    .addOption(optionOf(settings.yes))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite verify --parallel 2\n  $ osharm suite verify --agents reference-hijacked --subset injection --repeat 5',
    )
    .action(async (folder: string | undefined, flags: VerifyFlags) =>
      (await import('./actions/suite-verify.ts')).verifySuite(folder, flags, host),
    );
}
