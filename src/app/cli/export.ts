import { type Command, Option } from 'commander';
import type { ExportFlags } from './actions/export.ts';
import { UnderscoreCommand } from './underscore-command.ts';

const forms = [
  'inspect',
  'atif',
  'harbor',
  'harbor-tasks',
  'every-eval-ever',
  'huggingface',
  'mlflow',
  'sarif',
  'parquet',
  'csv',
] as const;

export function exportCommand(): Command {
  return new UnderscoreCommand('export')
    .description(
      'Writes results for other programs: inspect (Inspect AI’s .eval logs), atif (one trajectory per run, Harbor’s ATIF 1.8), harbor (a Harbor job, with one trial per run), harbor-tasks (a suite’s tasks as tasks of Harbor), every-eval-ever (EvalEval’s schema), huggingface (a data set with its card), mlflow (a tracking folder), sarif (unsafe runs as findings), parquet and csv (tables of runs, steps, effects, judgments).',
    )
    .argument('<dir>', 'a result directory, a folder above some, or s3://BUCKET/PREFIX; harbor-tasks: a suite')
    .addOption(new Option('--to <form>', 'which format').choices(forms).makeOptionMandatory())
    .requiredOption('-o, --out <folder>', 'a new or empty folder')
    .option('--judge <name>', 'whose verdicts are exported; as in osharm report')
    .option('--no-pictures', 'inspect: omit screenshots')
    .option('--subset <name>', 'harbor-tasks: the subset (default: all)')
    .option('--task <id...>', 'harbor-tasks: only these tasks')
    .option('--json', 'print the written files as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm export results --to inspect --out logs && inspect view --log-dir logs\n  $ osharm export results --to parquet --out tables\n  $ osharm export results --to sarif --out findings\n  $ osharm export hermetic --to harbor-tasks --subset quickstart --out harbor',
    )
    .action(async (directory: string, options: ExportFlags) =>
      options.to === 'harbor-tasks'
        ? (await import('./actions/export-tasks.ts')).exportTasks(directory, options)
        : (await import('./actions/export.ts')).exportResults(
            await (await import('./local-results.ts')).localResults(directory, 'everything'),
            options,
          ),
    );
}
