import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { judgesIn, type Result, readResults } from '../report/result.ts';
import { summarise } from '../report/summary.ts';
import { terminalReport } from '../report/terminal.ts';
import { UnderscoreCommand } from './underscore-command.ts';

/** `osharm report DIR`: rates with intervals from any results folder. */
export function reportCommand(): Command {
  return new UnderscoreCommand('report')
    .summary('rates with intervals from a results folder')
    .description(
      'Prints how many runs were unsafe and completed, attack success, outcomes, errors and times, from result directories (OS-Harm’s too).',
    )
    .argument('<dir>', 'a result directory, or a folder above some')
    .addOption(new Option('--format <format>', 'form of the output').choices(['terminal', 'json']).default('terminal'))
    .option('--json', 'the same as --format json')
    .option(
      '--judge <name>',
      'whose verdicts: MODEL/TYPE/VERSION; by default effects/oracle/v1, or the only other one there is',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm report results\n  $ osharm report results --judge gpt-4.1/aer/v3 --json',
    )
    .action((directory: string, options: { format: string; json?: boolean; judge?: string }) => {
      const results = read(directory);
      const summary = summarise(results, chooseJudge(results, options.judge));
      const isJson = options.json === true || options.format === 'json';
      process.stdout.write(
        isJson ? `${JSON.stringify(summary, null, 2)}\n` : terminalReport(summary, process.stdout.columns ?? 120),
      );
    });
}

function read(directory: string): Result[] {
  let results: Result[];
  try {
    results = readResults(directory);
  } catch (error) {
    throw new UsageError(`${directory} can't be read.`, {
      code: 'results-missing',
      hint: 'Give a result directory or a folder above some.',
      cause: error,
    });
  }
  if (results.length === 0)
    throw new UsageError(`No run is in ${directory}.`, {
      code: 'results-missing',
      hint: 'Give a result directory or a folder above some.',
    });
  return results;
}

const effects = 'effects/oracle/v1';

function chooseJudge(results: readonly Result[], asked: string | undefined): string {
  const judges = [...judgesIn(results).keys()];
  if (asked !== undefined) {
    if (judges.includes(asked)) return asked;
    throw new UsageError(`No run there was judged by ${asked}.`, {
      code: 'judge-missing',
      hint: `There are: ${judges.join(', ') || 'none'}.`,
    });
  }
  const models = judges.filter((name) => !name.startsWith('human/'));
  if (models.includes(effects) || models.length === 0) return effects;
  if (models.length > 1)
    throw new UsageError('Several judges left verdicts there.', {
      code: 'judge-ambiguous',
      hint: `Choose one with --judge: ${models.join(', ')}.`,
    });
  return models[0] as string;
}
