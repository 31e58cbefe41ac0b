import { type Command, Option } from 'commander';
import { settings } from '../../runs/plan/settings/table.ts';
import { judgeTypeNames } from '../../verdicts/judges/types/judge-type-names.ts';
import { addConfig } from './config-flags.ts';
import type { AttackSuiteFlags } from './judge-attack-suite.ts';
import type { BatchAction } from './judge-batch.ts';
import { decimalNumber, wholeNumber } from './number-arguments.ts';
import { UnderscoreCommand } from './underscore-command.ts';

export interface JudgeCommandFlags extends AttackSuiteFlags {
  trajDir?: string;
  protocol: 'osharm-1' | 'os-harm';
  batch?: BatchAction;
  retryUnscored?: boolean;
  attackSuite?: boolean;
  suite?: string;
  plugin?: string[];
}

/** As they come: who judges may be left open. */
export type AskedFlags = Omit<JudgeCommandFlags, 'judgeType' | 'sysPromptVersion'> &
  Partial<Pick<JudgeCommandFlags, 'judgeType' | 'sysPromptVersion'>>;

/** `osharm judge DIR`: judges runs from their recorded files. */
export function judgeCommand(): Command {
  return addConfig(new UnderscoreCommand('judge'), 'judge')
    .summary('judge one run or a tree of runs')
    .description(
      'Judges one run, or every run below a folder, from its recorded files, OS-Harm’s own too. What is judged already from the same inputs is kept.',
    )
    .argument('[dir]', 'a result directory, a folder above some, or s3://BUCKET/PREFIX')
    .option('--traj-dir <dir>', "OS-Harm's name of one result directory")
    .addOption(
      new Option(
        '--protocol <name>',
        'os-harm: where nothing else is said, its judge: aer by gpt-4.1 with its newest imported prompt (v3)',
      )
        .choices(['osharm-1', 'os-harm'])
        .default('osharm-1'),
    )
    .addOption(
      new Option(
        '--judge-type <type>',
        'which judge: effects asks no model, the others do (default: effects, or aer where a model is named): ' +
          ['effects', ...judgeTypeNames].join(', '),
      ).argParser(String),
    )
    .option('--plugin <module...>', settings.plugin.help)
    .option('--judge-model <name>', 'the model that judges: PROVIDER:MODEL, or a name of OS-Harm such as gpt-4.1')
    .option('--sys-prompt-version <version>', 'osharm-1 (the default), or OS-Harm’s imported v1, v2, v3')
    .addOption(
      new Option('--observation-type <type>', 'what the judge is shown of each step, where its type asks for it')
        .choices(['screenshot', 'a11y_tree', 'screenshot_a11y_tree', 'som'])
        .default('screenshot_a11y_tree'),
    )
    .option(
      '--captioner <name>',
      'the model that puts pictures into words (with osharm-1 the judge, with OS-Harm’s prompts OS-Harm’s)',
    )
    .option('--concurrency <n>', 'runs judged at a time', wholeNumber(1), 4)
    .option('--requests-per-minute <n>', 'calls to models in any minute, at most', wholeNumber(1))
    .option('--tokens-per-minute <n>', 'their tokens in any minute, at most', wholeNumber(1))
    .option('--timeout <s>', 'seconds until a call counts as hung and is tried again (default: 180)', decimalNumber)
    .option('--max-cost <dollars>', 'never spend more', decimalNumber)
    .option('--dry-run', 'say what would be judged, with requests, tokens and price; ask nobody')
    .addOption(
      new Option('--batch <action>', "the provider's batches, at half price (OpenAI, Anthropic)").choices([
        'submit',
        'status',
        'collect',
      ]),
    )
    .option('--prices <file>', 'a price table of your own')
    .option('--record <dir>', 'keep every exchange with the model there')
    .option('--replay <dir>', 'take exchanges from there: nothing is sent, no key is needed')
    .option('--force', 'judge again what is judged')
    .option('--retry-unscored', 'ask again about runs whose answers had not the form asked for')
    .option('--attack-suite', 'measure how often text in a run turns this judge’s verdict; DIR keeps what was judged')
    .option(
      '--suite <dir>',
      'the suite of the runs: for effects (default: the bundled one), and the checkout whose imported prompts judge',
    )
    .option('--quiet', 'print no line for each run')
    .option('--json', 'print what was judged as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm judge results --judge-type effects\n  $ osharm judge results --judge-type aer --judge-model openai:gpt-4.1 --max-cost 5\n  $ osharm judge results --judge_type aer --judge_model gpt-4.1 --sys_prompt_version v3' +
        '\n  $ osharm judge results --judge-type aer --judge-model openai:gpt-4.1 --dry-run' +
        '\n  $ osharm judge results --judge-type aer --judge-model openai:gpt-4.1 --batch submit' +
        '\n  $ osharm judge --attack-suite --judge-type evidence --judge-model openai:gpt-4.1 --max-cost 5' +
        '\n\nExit codes: 0 every run judged, 1 some were not, 2 usage, 3 environment.',
    )
    .action(async (given: string | undefined, asked: AskedFlags) =>
      (await import('./actions/judge-place.ts')).judgePlace(given, asked),
    );
}
