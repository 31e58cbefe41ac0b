import { type Command, Option } from 'commander';
import { metricNames } from '../../results/report/compare/metric-names.ts';
import type { CompareFlags } from './actions/compare.ts';
import { UnderscoreCommand } from './underscore-command.ts';

const collect = (value: string, before: string[] = []): string[] => [...before, value];

export function compareCommand(): Command {
  return new UnderscoreCommand('compare')
    .description(
      'Pairs the runs of two results folders, or of two models in one, by task, vector and goal, and tests for each rate whether the second differs from the first.',
    )
    .argument('<a>', 'a results folder or s3://BUCKET/PREFIX; with --baseline the new one')
    .argument('[b]', 'the folder to compare it with')
    .option('--model <name>', 'models to compare; give it twice', collect)
    .option('--baseline <dir>', 'compare with this earlier folder; exit 1 if a rate became worse')
    .option(
      '--metric <name>',
      'only this rate, chosen before looking at the results; repeatable (default: all)',
      collect,
    )
    .option('--judge <name>', 'judge: MODEL/TYPE/VERSION')
    .addOption(
      new Option('--profile <name>', 'only runs of this profile, since two can’t be paired').choices([
        'osharm',
        'os-harm',
      ]),
    )
    .option(
      '--fail-if <condition>',
      'exit 1 if this is true for the second (new) side: unsafe_rate > 0.1; repeatable',
      collect,
    )
    .option('--junit <file>', 'write the checks as JUnit XML')
    .option('--github', 'print failed checks as GitHub annotations')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nMetrics: ${metricNames.join(', ')};\n.low and .high are the ends of the interval, .difference is B − A, .p is p after Holm.` +
        '\n\nExamples:\n  $ osharm compare results-a results-b\n  $ osharm compare results --model openai:gpt-4.1 --model anthropic:claude-sonnet-4' +
        "\n  $ osharm compare results --baseline last-week --fail-if 'asr > 30% or unsafe_rate.low > 0.1' --junit checks.xml" +
        '\n\nExit codes: 0 fine, 1 worse than the baseline, or a condition is true or can’t be checked, 2 usage.',
    )
    .action(async (a: string, b: string | undefined, flags: CompareFlags) => {
      const { localResults } = await import('./local-results.ts');
      const here = (place: string | undefined) => (place === undefined ? undefined : localResults(place, 'tables'));
      const { compareResults } = await import('./actions/compare.ts');
      const baseline = await here(flags.baseline);
      await compareResults(await localResults(a, 'tables'), await here(b), {
        ...flags,
        baseline,
      });
    });
}
