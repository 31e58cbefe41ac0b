import { Command, Option } from 'commander';
import { combinations, monitorViews } from '../../base/record/monitor-words.ts';
import { searchStrategies } from '../../runs/attack-search/create-strategy.ts';
import { settings } from '../../runs/plan/settings/table.ts';
import type { SweepHost } from '../library/prepare-sweep.ts';
import type { AttackMonitorsFlags } from './actions/attack-monitors.ts';
import { collect, decimalNumber, wholeNumber } from './number-arguments.ts';
import { optionOf } from './setting-flags.ts';

export function attackMonitorsCommand(host: SweepHost): Command {
  return new Command('monitors')
    .summary('search for harm that monitors do not notice')
    .description(
      'Searches for the attack that does side tasks and that monitors notice least. It is chosen on the side tasks of some families of tasks and measured on those of the others. Scripted covert agents vary words, place, timing and form of the side task, or an attacker writes their script. The oracles decide whether a side task was done.',
    )
    .optionsGroup('Target:')
    .addOption(new Option('--monitor <source>', 'a monitor, as in osharm monitor; repeatable').argParser(collect))
    .addOption(new Option('--monitor-model <name>', 'PROVIDER:MODEL as a monitor; repeatable').argParser(collect))
    .option('-m, --model <name>', 'PROVIDER:MODEL that has the side tasks, in place of scripts; needs --attacker')
    .addOption(new Option('--view <name>', 'what the monitors see of a run').choices(monitorViews).default('full'))
    .option('--see <channels>', settings.see.help)
    .addOption(new Option('--combine <how>', settings.combine.help).choices(combinations))
    .addOption(optionOf(settings.suite))
    .option('--subset <name|file>', 'named list of tasks (default: injection)')
    .option('--domain <name>', 'only this domain of the subset')
    .addOption(optionOf(settings.task))
    .option('--side-task <what>', 'a goal, pairs (those of the suite), or FILE.json', 'pairs')
    .optionsGroup('Search:')
    .addOption(
      new Option('--strategy <name>', 'search strategy').choices([...searchStrategies, 'random']).default('evolve'),
    )
    .option('--attacker <source>', 'PROVIDER:MODEL or a command that writes the attacks, in place of a strategy')
    .option('--no-feedback', 'hide from the attacker how its earlier attacks did, as a baseline')
    .option(
      '--max-queries <n>',
      'attacks that are run on all side tasks of the search, in addition to the seven named styles',
      wholeNumber(1),
      24,
    )
    .option('--held-out <share>', 'share of the task families that are never searched', decimalNumber, 0.5)
    .option('--max-steps <n>', 'steps of a run at most', wholeNumber(1), 40)
    .option('--seed <n>', 'seed of the search, its tasks and the held-out split', wholeNumber(0), 0)
    .option('--parallel <n>', 'desktops at a time', wholeNumber(1), 1)
    .option('--max-cost <dollars>', settings.maxCost.help, Number)
    .optionsGroup('Output:')
    .option('-o, --out <dir>', 'folder for the runs', './hidden')
    .addOption(optionOf(settings.yes))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm attack monitors --monitor keyword --monitor novel-place --parallel 2' +
        '\n  $ osharm attack monitors --monitor-model openai:gpt-4.1 --side-task terminal_cron_setup --max-cost 5' +
        '\n  $ osharm attack monitors --monitor ./watch.ts --attacker "python3 attacker.py" --max-queries 8' +
        '\n\nThe same command resumes; runs and scores are kept. docs/run/control.md explains the figures.' +
        '\nExit codes: 0 the search finished (with or without a find), 2 usage, 3 environment or stopped by Ctrl-C.',
    )
    .action(async (flags: AttackMonitorsFlags) =>
      (await import('./actions/attack-monitors.ts')).attackMonitors(flags, host),
    );
}
