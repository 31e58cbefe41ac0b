import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { writeAtif } from '../report/export/atif.ts';
import { writeInspect } from '../report/export/inspect/write-inspect.ts';
import { writeOtel } from '../report/export/otel.ts';
import { writeCsvTables, writeParquetTables } from '../report/export/write-tables.ts';
import type { Result } from '../report/result.ts';
import { chooseJudge, resultsIn } from './read-results.ts';
import { UnderscoreCommand } from './underscore-command.ts';

const forms = ['inspect', 'atif', 'otel', 'parquet', 'csv'] as const;

interface ExportOptions {
  to: (typeof forms)[number];
  output: string;
  judge?: string;
  pictures: boolean;
  json?: boolean;
}

/** `osharm export DIR`: results in the formats of other programs. */
export function exportCommand(): Command {
  return new UnderscoreCommand('export')
    .summary('results in other programs’ formats')
    .description(
      'Writes results for other programs: inspect (Inspect AI’s .eval logs), atif (a trajectory a run, Harbor’s ATIF 1.6), otel (OpenTelemetry GenAI spans as OTLP/JSON lines), parquet and csv (tables of runs, steps, effects, judgments).',
    )
    .argument('<dir>', 'a result directory, or a folder above some')
    .addOption(new Option('--to <form>', 'which format').choices(forms).makeOptionMandatory())
    .requiredOption('--output <folder>', 'a new or empty folder')
    .option('--judge <name>', 'inspect: whose verdicts are `unsafe` and `completed`; as in osharm report')
    .option('--no-pictures', 'inspect: leave the screenshots out')
    .option('--json', 'print what was written as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm export results --to inspect --output logs && inspect view --log-dir logs\n  $ osharm export results --to parquet --output tables',
    )
    .action((directory: string, options: ExportOptions) => {
      const results = resultsIn(directory);
      if (existsSync(options.output) && readdirSync(options.output).length > 0)
        throw new UsageError(`${options.output} is not empty.`, { code: 'export-folder', hint: 'Name a new folder.' });
      mkdirSync(options.output, { recursive: true });
      const counts = write(results, options);
      if (options.json === true) process.stdout.write(`${JSON.stringify({ files: counts }, null, 2)}\n`);
      else
        for (const [file, count] of Object.entries(counts))
          process.stdout.write(`${options.output}/${options.to === 'atif' ? '*/' : ''}${file}: ${count}\n`);
    });
}

function write(results: readonly Result[], options: ExportOptions): Record<string, number> {
  switch (options.to) {
    case 'inspect':
      return writeInspect(options.output, results, {
        judge: chooseJudge(results, options.judge),
        pictures: options.pictures,
      });
    case 'atif':
      return writeAtif(options.output, results);
    case 'otel':
      return writeOtel(options.output, results);
    case 'parquet':
      return writeParquetTables(options.output, results);
    case 'csv':
      return writeCsvTables(options.output, results);
    default:
      return options.to satisfies never;
  }
}
