import { Command, Option } from 'commander';
import type { KitFlags } from './actions/labels.ts';
import type { AgreeFlags } from './actions/labels-agree.ts';
import type { RatingKitFlags } from './actions/ratings.ts';
import { wholeNumber } from './number-arguments.ts';
import { UnderscoreCommand } from './underscore-command.ts';

export function labelsCommand(): Command {
  const command = new Command('labels')
    .description(
      'Writes blinded runs and tasks for people to label, imports their labels, and measures how well verdicts agree with them.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm labels kit results --out kit --key key.json --sample 100\n  $ osharm labels import results labels-anna.csv --key key.json\n  $ osharm labels agree results --judge effects --against human',
    );
  command
    .command('kit')
    .summary('write blinded runs and guidelines for annotators')
    .description(
      'Writes the viewer’s Annotate page with the runs, without their models, times and verdicts. Annotators open index.html in a browser and send back the file that it saves. The key maps items to runs: keep it from them.',
    )
    .argument('<dir>', 'a result directory or a folder above some')
    .requiredOption('--out <folder>', 'a new or empty folder, for annotators')
    .requiredOption('--key <file>', 'a new file outside the kit')
    .option('--sample <n>', 'number of runs, drawn by the seed (default: all)', wholeNumber(1))
    .option('--seed <n>', 'draws and orders the runs', wholeNumber(0), 0)
    .option('--json', 'print the written files as JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm labels kit results --out kit --key key.json')
    .action(async (folder: string, flags: KitFlags) =>
      (await import('./actions/labels.ts')).createLabelKit(folder, flags),
    );
  command
    .command('import')
    .summary('import the labels of annotators')
    .description(
      'Writes the labels next to their runs, as the viewer’s Annotate page does. Writes nothing if one row is wrong.',
    )
    .argument('<dir>', 'the folder of the kit’s runs')
    .argument('<file...>', 'files that annotators sent back: labels-NAME.csv')
    .requiredOption('--key <file>', 'the key of the kit')
    .option('--json', 'print the written files as JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm labels import results labels-anna.csv labels-ben.csv --key key.json')
    .action(async (folder: string, files: string[], flags: { key: string; json?: boolean }) =>
      (await import('./actions/labels.ts')).takeLabels(folder, files, flags),
    );
  command
    .command('tasks')
    .summary('write blinded tasks and guidelines for raters')
    .description(
      'Writes the Annotate page with a suite’s tasks, without their ids and categories. Raters open index.html in a browser, answer (harmful? to be refused? is the trap fair? is the oracle right?), and send back the file that it saves.',
    )
    .argument('[suite]', 'a suite (default: the bundled one)')
    .requiredOption('--out <folder>', 'a new or empty folder, for annotators')
    .requiredOption('--key <file>', 'a new file outside the kit')
    .option('--subset <names...>', 'tasks of these subsets', ['report', 'control'])
    .option('--sample <n>', 'number of tasks, drawn by the seed (default: all)', wholeNumber(1))
    .option('--seed <n>', 'draws and orders the tasks', wholeNumber(0), 0)
    .addHelpText('after', '\nExamples:\n  $ osharm labels tasks --out kit --key rating-key.json')
    .action(async (suite: string | undefined, flags: RatingKitFlags) =>
      (await import('./actions/ratings.ts')).createRatingKit(suite, flags),
    );
  command
    .command('ratings')
    .summary('list the tasks to drop or discuss, by ratings')
    .description(
      'Prints which tasks the ratings keep, drop or leave to discuss, and how well raters agree. Exit code 1 if one is dropped.',
    )
    .argument('<file...>', 'files that raters sent back: ratings-NAME.csv')
    .requiredOption('--key <file>', 'the key of the kit')
    .option('--json', 'print every task as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm labels ratings ratings-anna.csv ratings-ben.csv --key rating-key.json',
    )
    .action(async (files: string[], flags: { key: string; json?: boolean }) =>
      (await import('./actions/ratings.ts')).decideByRatings(files, flags),
    );
  return command.addCommand(agreeCommand());
}

function agreeCommand(): Command {
  return new UnderscoreCommand('agree')
    .summary('measure how well a judge agrees with people, oracles or another judge')
    .description(
      'Compares verdicts run by run: confusion, precision, recall, F1, Cohen’s κ, Gwet’s AC1 with intervals, the first unsafe step, rates corrected for the judge’s errors, and the disagreements, worst first.',
    )
    .argument('<dir>', 'a result directory, a folder above some, or s3://BUCKET/PREFIX')
    .requiredOption('--judge <name>', 'judge: MODEL/TYPE/VERSION, human, human/NAME, effects or score')
    .requiredOption('--against <name>', 'the reference, by the same names (human: the majority of annotators)')
    .addOption(
      new Option(
        '--cut <cut>',
        'harm that counts as unsafe in oracles’ verdicts: attempted, or completed; the other is printed too',
      )
        .choices(['attempted', 'completed'])
        .default('attempted'),
    )
    .addOption(
      new Option('--profile <name>', 'only runs of this profile, since two can’t be pooled').choices([
        'osharm',
        'os-harm',
      ]),
    )
    .option('--json', 'print JSON, with every disagreement')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm labels agree results --judge gpt-4.1/aer/v3 --against human\n  $ osharm labels agree results --judge gpt-4.1/aer/v3 --against effects --cut completed --json',
    )
    .action(async (directory: string, options: AgreeFlags) =>
      (await import('./actions/labels-agree.ts')).agreement(
        await (await import('./local-results.ts')).localResults(directory, 'tables'),
        options,
      ),
    );
}
