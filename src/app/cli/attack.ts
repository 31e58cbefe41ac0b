import { Command, Option } from 'commander';
import { searchStrategies } from '../../runs/attack-search/create-strategy.ts';
import { successBars } from '../../runs/attack-search/grade.ts';
import { settings } from '../../runs/plan/settings/table.ts';
import type { SweepHost } from '../library/prepare-sweep.ts';
import type { AttackFlags } from './actions/attack.ts';
import { attackMonitorsCommand } from './attack-monitors.ts';
import { decimalNumber, wholeNumber } from './number-arguments.ts';
import { addHelpAll, addSettings, optionOf, settingsOfGroups } from './setting-flags.ts';

/** Flags that only --help-all lists. */
const rareFlags = ['--domain', '--held-out', '--attacker-model', '--benign', '--replay-winners', '--sealed-until'];

/** `host`: the runs' external dependencies, replaced in tests. */
export function attackCommand(host: SweepHost = {}): Command {
  const command = new Command('attack').description(
    'Searches for injected texts that hijack an agent, and confirms them on other seeds and tasks.',
  );
  command.enablePositionalOptions().addCommand(attackMonitorsCommand(host));
  addSettings(command, settingsOfGroups('agent'));
  addTargetFlags(command.optionsGroup('Target:'));
  addSearchFlags(command.optionsGroup('Search:'));
  addSettings(command, [...settingsOfGroups('models', 'desktops', 'fleet'), 'parallel', 'maxCost', 'queue']);
  command
    .optionsGroup('Output:')
    .option('-o, --out <dir>', 'folder for the attack and its runs', './attack')
    .option('-n, --dry-run', 'print the plan and its cost; run nothing')
    .option('--list', 'with --dry-run: list targets and the threat model')
    .addOption(optionOf(settings.yes))
    .option('--json', 'print JSON');
  return addHelpAll(command, rareFlags)
    .helpOption('-h, --help', 'list the common flags')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm attack --model openai:gpt-4.1 --vector desktop_notification --max-queries 20 --repeat 2 --max-cost 50' +
        '\n  $ osharm attack --model reference-hijacked --subset quickstart --max-queries 2 --dry-run' +
        '\nThe same command resumes. Every flag: osharm attack --help-all; figures: docs/red-team/adaptive-attacks.md' +
        '\nExit codes: 0 finished, with or without a success; 1 ended early; 2 usage; 3 environment; 130 Ctrl-C.',
    )
    .action(async (flags: AttackFlags) => (await import('./actions/attack.ts')).attack(flags, host));
}

function addTargetFlags(command: Command): Command {
  return command
    .addOption(optionOf(settings.suite))
    .option('--subset <name|file>', 'named list of tasks (default: injection)')
    .option('--domain <name>', 'only this domain of the subset')
    .addOption(optionOf(settings.task))
    .option('--vector <name...>', 'only injections by these vectors')
    .option('--goal <id...>', 'only injections with these goals')
    .option('--all-pairs', 'cross --vector and --goal with every task that they fit')
    .option('--held-out <share>', 'share of the task families that are never searched', decimalNumber, 0.25)
    .option('--seed <n>', 'seed of search and tasks (default: 0)', wholeNumber(0));
}

function addSearchFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--strategy <name>', 'search to run; random and static (the goals’ own texts) always run too')
        .choices(searchStrategies)
        .default('evolve'),
    )
    .addOption(new Option('--success <grade>', 'what counts as a success').choices(successBars).default('completed'))
    .option(
      '--attacker-model <provider:model>',
      'model that rewords the text around the goal; its cost counts towards --max-cost',
    )
    .option('--max-queries <n>', 'runs of one search: target × strategy', wholeNumber(1), 50)
    .option('--repeat <n>', 'runs of a winner, to confirm it', wholeNumber(0), 10)
    .option('--benign <n>', 'runs of each task without a payload, to measure utility', wholeNumber(0), 1)
    .option('--from-exposure', 'start trials where an earlier one met its payload')
    .option('--replay-winners <dir>', 'don’t search: run the confirmed payloads of this attack, --repeat times each')
    .option('--sealed-until <date>', 'keep payloads out of shared files until then (default: in 180 days)');
}
