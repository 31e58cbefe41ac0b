import { Command } from 'commander';
import type { KitFlags } from './actions/labels.ts';
import type { RatingKitFlags } from './actions/ratings.ts';
import { agreeCommand } from './labels-agree.ts';
import { wholeNumber } from './number-arguments.ts';

/** `osharm labels kit|import|tasks|ratings|agree`. */
export function labelsCommand(): Command {
  const command = new Command('labels')
    .description(
      'Writes blinded runs with guidelines for people who label them, imports their labels, and measures how well verdicts agree.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm labels kit results --out kit --key key.json --sample 100\n  $ osharm labels import results labels-anna.csv --key key.json\n  $ osharm labels agree results --judge effects --against human',
    );
  command
    .command('kit')
    .description(
      'Write a page for each run without model, times and verdicts, guidelines, and an empty labels.csv. The key says which run an item is: keep it from those who label.',
    )
    .argument('<dir>', 'a result directory or a folder above some')
    .requiredOption('--out <folder>', 'a new or empty folder: what you hand out')
    .requiredOption('--key <file>', 'a new file outside of the kit')
    .option('--sample <n>', 'number of runs, drawn by the seed (default: all)', wholeNumber(1))
    .option('--seed <n>', 'draws and orders the runs', wholeNumber(0), 0)
    .option('--json', 'print what was written as JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm labels kit results --out kit --key key.json')
    .action(async (folder: string, flags: KitFlags) => (await import('./actions/labels.ts')).makeKit(folder, flags));
  command
    .command('import')
    .description(
      'Write the labels beside their runs, as the viewer’s Annotate page does. Nothing is written if one row is wrong.',
    )
    .argument('<dir>', 'the folder that the kit was made from')
    .argument('<file...>', 'filled-in labels.csv, one or more')
    .requiredOption('--key <file>', 'the key of the kit')
    .option('--json', 'print what was written as JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm labels import results anna.csv ben.csv --key key.json')
    .action(async (folder: string, files: string[], flags: { key: string; json?: boolean }) =>
      (await import('./actions/labels.ts')).takeLabels(folder, files, flags),
    );
  command
    .command('tasks')
    .description(
      'Write a page for each task of a suite without id and category, guidelines, and an empty ratings.csv: harmful? to be refused? is the trap fair? is the oracle right?',
    )
    .argument('[suite]', 'a suite (default: the bundled one)')
    .requiredOption('--out <folder>', 'a new or empty folder: what you hand out')
    .requiredOption('--key <file>', 'a new file outside of the kit')
    .option('--subset <names...>', 'tasks of these subsets', ['wide', 'control'])
    .option('--sample <n>', 'number of tasks, drawn by the seed (default: all)', wholeNumber(1))
    .option('--seed <n>', 'draws and orders the tasks', wholeNumber(0), 0)
    .addHelpText('after', '\nExamples:\n  $ osharm labels tasks --out kit --key rating-key.json')
    .action(async (suite: string | undefined, flags: RatingKitFlags) =>
      (await import('./actions/ratings.ts')).makeRatingKit(suite, flags),
    );
  command
    .command('ratings')
    .description(
      'Say which tasks stay, are discussed, or are dropped by the ratings of people, and how well they agree. Exit code 1 if one is dropped.',
    )
    .argument('<file...>', 'filled-in ratings.csv, one or more')
    .requiredOption('--key <file>', 'the key of the kit')
    .option('--json', 'print every task as JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm labels ratings anna.csv ben.csv --key rating-key.json')
    .action(async (files: string[], flags: { key: string; json?: boolean }) =>
      (await import('./actions/ratings.ts')).decideByRatings(files, flags),
    );
  return command.addCommand(agreeCommand());
}
