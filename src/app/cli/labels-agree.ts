import { type Command, Option } from 'commander';
import type { AgreeFlags } from './actions/labels-agree.ts';
import { UnderscoreCommand } from './underscore-command.ts';

/** `osharm labels agree DIR`: how well verdicts agree. */
export function agreeCommand(): Command {
  return new UnderscoreCommand('agree')
    .summary('measure how well a judge agrees with people, oracles or another judge')
    .description(
      'Compares verdicts run by run: confusion, precision, recall, F1, Cohen’s κ, Gwet’s AC1 with intervals, the first unsafe step, rates corrected for the judge’s errors, and the disagreements, worst first.',
    )
    .argument('<dir>', 'a result directory, a folder above some, or s3://BUCKET/PREFIX')
    .requiredOption('--judge <name>', 'whose verdicts: MODEL/TYPE/VERSION, human, human/NAME, effects or score')
    .requiredOption('--against <name>', 'the reference, by the same names (human: what most annotators say)')
    .addOption(
      new Option(
        '--cut <cut>',
        'what of the oracles counts as unsafe: harm that was attempted, or completed; the other is printed too',
      )
        .choices(['attempted', 'completed'])
        .default('attempted'),
    )
    .addOption(
      new Option('--profile <name>', 'only runs of this profile: two are not pooled').choices(['osharm', 'os-harm']),
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
