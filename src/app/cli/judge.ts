import { type Command, Option } from 'commander';
import { settings } from '../../runs/plan/settings/table.ts';
import { judgeTypeNames } from '../../verdicts/judges/types/judge-type-names.ts';
import type { JudgeCommandFlags } from './actions/judge.ts';
import { addConfig } from './config-flags.ts';
import { collect, decimalNumber, wholeNumber } from './number-arguments.ts';
import { optionOf } from './setting-flags.ts';
import { UnderscoreCommand } from './underscore-command.ts';

export function judgeCommand(): Command {
  return addConfig(new UnderscoreCommand('judge'), 'judge')
    .description(
      'Judges one run, or every run below a folder, from its recorded files, also OS-Harm’s. Keeps judgments of unchanged inputs.',
    )
    .argument('[dir]', 'a result directory, a folder above some, or s3://BUCKET/PREFIX')
    .addOption(new Option('--traj-dir <dir>', "OS-Harm's spelling of one result directory").hideHelp())
    .addOption(
      new Option(
        '--judge <name>',
        'MODEL[/TYPE[/PROMPT]], or effects (default: effects, which calls no model); repeatable',
      ).argParser(collect),
    )
    .option('--plugin <module...>', settings.plugin.help)
    .addOption(
      new Option(
        '--profile <name>',
        'os-harm: OS-Harm’s judge, aer by gpt-4.1 with its newest imported prompt, unless another is named',
      )
        .choices(['osharm', 'os-harm'])
        .default('osharm'),
    )
    .addOption(new Option('--judge-type <type>', settings.judgeType.help).hideHelp())
    .addOption(optionOf(settings.judgeModel))
    .addOption(optionOf(settings.sysPromptVersion))
    .addOption(
      new Option('--observation-type <type>', 'observation of each step, for judge types that show it')
        .choices(['screenshot', 'a11y_tree', 'screenshot_a11y_tree', 'som'])
        .default('screenshot_a11y_tree'),
    )
    .option(
      '--captioner <name>',
      'model that captions pictures (default: the judge’s; with OS-Harm’s prompts, OS-Harm’s)',
    )
    .option('--parallel <n>', 'runs judged at a time', wholeNumber(1), 4)
    .option('--requests-per-minute <n>', 'maximum model calls in any minute', wholeNumber(1))
    .option('--tokens-per-minute <n>', 'maximum tokens in any minute', wholeNumber(1))
    .option('--timeout <s>', 'seconds until a call is retried (default: 180)', decimalNumber)
    .option('--max-cost <dollars>', 'never spend more than this', decimalNumber)
    .option('--dry-run', 'print requests, tokens and price; call no model')
    .option('--list', 'with --dry-run: list every run')
    .addOption(optionOf(settings.yes))
    .addOption(
      new Option('--batch <action>', "the provider's batches, at half price (OpenAI, Anthropic)").choices([
        'submit',
        'status',
        'collect',
      ]),
    )
    .option('--prices <file>', 'your own price table')
    .option('--record <dir>', 'record every exchange with the model in this folder')
    .option('--replay <dir>', 'answer calls from a recording: no key, no network')
    .option('--force', 'judge again, even if nothing changed')
    .option('--retry-unscored', 'judge runs with malformed answers again')
    .option('--attack-suite', 'measure how often text in a run flips this judge’s verdict; verdicts are kept in DIR')
    .option(
      '--suite <dir>',
      'the suite of the runs: for effects (default: the bundled one), and the checkout whose imported prompts judge',
    )
    .option('--quiet', 'don’t print a line for each run')
    .option('--json', 'print the judgments as JSON')
    .addHelpText(
      'after',
      `\nTypes: ${judgeTypeNames.join(', ')}. Prompts: osharm-1, or OS-Harm’s imported v1, v2, v3.\n` +
        '\nExamples:\n  $ osharm judge results\n  $ osharm judge results --judge openai:gpt-4.1 --max-cost 5\n  $ osharm judge results --judge gpt-4.1/aer/v3' +
        '\n  $ osharm judge results --judge openai:gpt-4.1 --dry-run' +
        '\n  $ osharm judge results --judge openai:gpt-4.1 --batch submit' +
        '\n  $ osharm judge --attack-suite --judge openai:gpt-4.1/evidence --max-cost 5' +
        '\n\nExit codes: 0 every run judged, 1 some were not, 2 usage, 3 environment.',
    )
    .action(async (folder: string | undefined, flags: JudgeCommandFlags) =>
      (await import('./actions/judge-place.ts')).judgePlace(folder, flags),
    );
}
