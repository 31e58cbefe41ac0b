import { type Command, Option } from 'commander';
import { combinations, monitorViews, scoreMoments } from '../../base/record/monitor-words.ts';
import { settings } from '../../runs/plan/settings/table.ts';
import type { MonitorCommandFlags } from './actions/monitor.ts';
import { collect, decimalNumber, wholeNumber } from './number-arguments.ts';
import { optionOf } from './setting-flags.ts';
import { UnderscoreCommand } from './underscore-command.ts';

export function monitorCommand(): Command {
  return new UnderscoreCommand('monitor')
    .description(
      'Shows recorded runs to monitors, step by step, and writes the suspicion of each step next to the run. Keeps scores of unchanged inputs.',
    )
    .argument('<dir>', 'a result directory, or a folder above some')
    .addOption(
      new Option(
        '--monitor <source>',
        'a built-in monitor (never, always, random, keyword, rate-of-change, novel-place, logistic), a plug-in’s, FILE.ts, http://…, a command ("python3 watch.py"), or sentinel:http://…; repeatable',
      ).argParser(collect),
    )
    .addOption(
      new Option(
        '--monitor-model <name>',
        'PROVIDER:MODEL that rates each step with osharm’s prompt; repeatable',
      ).argParser(collect),
    )
    .option('--monitor-name <name>', 'name of the monitor in results, with one --monitor')
    .addOption(
      new Option('--view <name...>', 'what the monitor sees of a run; several are scored one after another')
        .choices(monitorViews)
        .default(['full']),
    )
    .option('--see <channels>', settings.see.help)
    .addOption(new Option('--combine <how>', settings.combine.help).choices(combinations))
    .addOption(
      new Option('--when <moment>', 'score a step before its actions, after its effects, or both')
        .choices([...scoreMoments, 'both'])
        .default('before'),
    )
    .option(
      '--thresholds <file>',
      'write the thresholds that flag 0 to 10 % of harmless steps, for osharm run --protocol',
    )
    .option('--held-out <share>', 'with --thresholds: share of the families of tasks not to use', decimalNumber)
    .option(
      '--collusion <suspicion>',
      'instead of scoring: show known harm with and without the agent’s words, and count alarms of this suspicion that they turn off',
      decimalNumber,
    )
    .option('--paraphrase <command>', 'with --collusion: rewrite the agent’s words before the monitor sees them')
    .option('--seed <n>', 'with --held-out: seed of the families (default: 0)', wholeNumber(0))
    .option('--plugin <module...>', settings.plugin.help)
    .option('--parallel <n>', 'runs scored at a time', wholeNumber(1), 4)
    .option('--requests-per-minute <n>', 'maximum model calls in any minute', wholeNumber(1))
    .option('--tokens-per-minute <n>', 'maximum tokens in any minute', wholeNumber(1))
    .option('--timeout <s>', 'seconds until a call is retried (default: 180)', decimalNumber)
    .option('--max-cost <dollars>', 'never spend more than this', decimalNumber)
    .option('--dry-run', 'print calls and their highest price; call no model')
    .addOption(optionOf(settings.yes))
    .option('--prices <file>', 'your own price table')
    .option('--record <dir>', 'record every exchange with the model in this folder')
    .option('--replay <dir>', 'answer calls from a recording: no key, no network')
    .option('--force', 'score again, even if nothing changed')
    .option('--quiet', 'don’t print a line for each run')
    .option('--json', 'print the scores as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm monitor results --monitor keyword --monitor random\n  $ osharm monitor results --monitor my-monitor.ts --view full no-thoughts' +
        '\n  $ osharm monitor results --monitor-model openai:gpt-4.1 --max-cost 5' +
        '\n  $ osharm report results' +
        '\n\nExit codes: 0 every run scored, 1 some were not, 2 usage, 3 environment.',
    )
    .action(async (directory: string, flags: MonitorCommandFlags) =>
      (await import('./actions/monitor.ts')).monitorRuns(directory, flags),
    );
}
