import { Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { type JudgeName, judgesIn, type Result, readResults } from '../report/result.ts';
import { summarise } from '../report/summary.ts';
import { terminalReport } from '../report/terminal.ts';

/** `osharm report DIR`: rates with intervals from any results folder. */
export function reportCommand(): Command {
  return new Command('report')
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
      const { judge, results } = read(directory, options.judge);
      const summary = summarise(results, judge);
      const isJson = options.json === true || options.format === 'json';
      process.stdout.write(
        isJson ? `${JSON.stringify(summary, null, 2)}\n` : terminalReport(summary, process.stdout.columns ?? 120),
      );
    });
}

function read(directory: string, asked: string | undefined): { judge: JudgeName; results: Result[] } {
  let judges: Map<string, number>;
  let results: Result[];
  let judge: JudgeName;
  try {
    judges = judgesIn(directory);
    judge = toJudge(asked ?? defaultJudge(judges));
    results = readResults(directory, judge);
  } catch (error) {
    if (error instanceof UsageError) throw error;
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
  if (asked !== undefined && !judges.has(asked))
    throw new UsageError(`No run in ${directory} was judged by ${asked}.`, {
      code: 'judge-missing',
      hint: `There are: ${[...judges.keys()].join(', ') || 'none'}.`,
    });
  return { judge, results };
}

const effects = 'effects/oracle/v1';

function defaultJudge(judges: ReadonlyMap<string, number>): string {
  if (judges.has(effects)) return effects;
  const models = [...judges.keys()].filter((name) => !name.startsWith('human/'));
  if (models.length > 1)
    throw new UsageError('Several judges left verdicts here.', {
      code: 'judge-ambiguous',
      hint: `Choose one with --judge: ${models.join(', ')}.`,
    });
  return models[0] ?? effects;
}

/** `MODEL/TYPE/VERSION` (MODEL may hold slashes), or `human/ANNOTATOR`. */
function toJudge(name: string): JudgeName {
  const parts = name.split('/');
  if (parts[0] === 'human' && parts.length === 2) return { model: 'human', type: parts[1] ?? '', version: '' };
  if (parts.length < 3 || parts.includes(''))
    throw new UsageError(`${JSON.stringify(name)} names no judge.`, {
      code: 'judge-name',
      hint: 'Write MODEL/TYPE/VERSION, for instance gpt-4.1/aer/v3.',
    });
  return { model: parts.slice(0, -2).join('/'), type: parts.at(-2) ?? '', version: parts.at(-1) ?? '' };
}
