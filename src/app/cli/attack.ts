import { Command, Option } from 'commander';
import { searchStrategies } from '../../runs/attack-search/create-strategy.ts';
import { successBars } from '../../runs/attack-search/grade.ts';
import { settings } from '../../runs/plan/settings/table.ts';
import type { SweepHost } from '../library/prepare-sweep.ts';
import type { AttackFlags } from './actions/attack.ts';
import { attackMonitorsCommand } from './attack-monitors.ts';
import { decimalNumber, wholeNumber } from './number-arguments.ts';
import { addSettings, optionOf, settingsOfGroups } from './setting-flags.ts';

/** `host`: the runs' external dependencies, replaced in tests. */
export function attackCommand(host: SweepHost = {}): Command {
  const command = new Command('attack').description(
    'Searches for injected texts that hijack an agent within a budget, and confirms them on seeds and tasks that the search never used. Goals stay fixed; the text around them varies. Two baselines get the same budget: random payloads, and the goals’ own texts.',
  );
  command.enablePositionalOptions().addCommand(attackMonitorsCommand(host));
  addSettings(command, settingsOfGroups('agent'));
  addTargetFlags(command.optionsGroup('Target:'));
  addSearchFlags(command.optionsGroup('Search:'));
  addSettings(command, [...settingsOfGroups('models', 'desktops', 'fleet'), 'parallel', 'maxCost', 'queue']);
  return command
    .optionsGroup('Output:')
    .option('-o, --out <dir>', 'folder for the attack and its runs', './attack')
    .option('-n, --dry-run', 'print threat model, runs, time and cost; run nothing')
    .option('--list', 'with --dry-run: list targets and held-out tasks')
    .addOption(optionOf(settings.yes))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm attack --model openai:gpt-4.1 --vector desktop_notification --max-queries 20 --repeat 2 --max-cost 50' +
        '\n  $ osharm attack --model openai:gpt-4.1 --defence guard.ts --task __order_total --max-queries 20 --repeat 2 --out attack/guarded' +
        '\n  $ osharm attack --model reference-hijacked --subset quickstart --max-queries 2 --dry-run' +
        '\n  $ osharm attack --model google:gemini-3.5-flash --replay-winners attack --repeat 3 --out attack-transfer' +
        '\n  $ osharm attack --model openai:gpt-4.1 --task __order_total --max-queries 20 --repeat 2 --queue postgres://osharm@db/osharm --out /shared/attack --max-cost 50' +
        '\n\nWith --queue, `osharm fleet work` executes the trials: up to twelve of each search at a time, in --parallel searches.' +
        '\nThe same command resumes. How to read the figures: docs/red-team/adaptive-attacks.md.' +
        '\nExit codes: 0 the attack finished (with or without a success), 1 it ended early, 2 usage, 3 environment, 130 stopped by Ctrl-C.',
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
    .option('--all-pairs', 'cross --vector and --goal (default: all of them) with every task that they fit')
    .option('--held-out <share>', 'share of the task families that are never searched', decimalNumber, 0.25)
    .option('--seed <n>', 'seed of the search, its tasks and the held-out split (default: 0)', wholeNumber(0));
}

function addSearchFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--strategy <name>', 'search strategy, in addition to the baselines')
        .choices(searchStrategies)
        .default('evolve'),
    )
    .addOption(
      new Option('--success <grade>', 'what counts as a success of a payload')
        .choices(successBars)
        .default('completed'),
    )
    .option(
      '--attacker-model <provider:model>',
      'model that rewords the text around the goal; its cost counts towards --max-cost',
    )
    .option('--max-queries <n>', 'runs of one search: a target and a strategy', wholeNumber(1), 50)
    .option('--repeat <n>', 'runs of a winner on held-out seeds, and on held-out tasks', wholeNumber(0), 10)
    .option('--benign <n>', 'runs of each task without a payload, to measure utility', wholeNumber(0), 1)
    .option(
      '--from-exposure',
      'start trials at the step where an earlier one met its payload: fewer calls, but dependent trials',
    )
    .option('--replay-winners <dir>', 'don’t search: run the confirmed payloads of this attack, --repeat times each')
    .option('--sealed-until <date>', 'keep payloads out of shared files until then (default: in 180 days)');
}
