import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { RunResult } from '../../../results/model/run-result.ts';
import { writeAtif } from '../../../results/report/export/atif.ts';
import { writeHarbor } from '../../../results/report/export/harbor.ts';
import { writeInspect } from '../../../results/report/export/inspect/write-inspect.ts';
import { writeCsvTables, writeParquetTables } from '../../../results/report/export/write-tables.ts';
import { refuseAllSealed, sealedSentence, withoutSealed } from '../../../results/report/without-sealed.ts';
import { chooseJudge, resultsIn } from '../../library/read-results.ts';

export interface ExportFlags {
  to: 'inspect' | 'atif' | 'harbor' | 'harbor-tasks' | 'parquet' | 'csv';
  out: string;
  judge?: string;
  pictures: boolean;
  subset?: string;
  task?: string[];
  json?: boolean;
}

export async function exportResults(directory: string, options: ExportFlags): Promise<void> {
  const { open: results, sealed } = withoutSealed(resultsIn(directory), new Date());
  refuseAllSealed(results, sealed);
  if (existsSync(options.out) && readdirSync(options.out).length > 0)
    throw new UsageError(`${options.out} is not empty.`, { code: 'export-folder', hint: 'Name a new folder.' });
  mkdirSync(options.out, { recursive: true });
  const counts = write(results, options);
  if (sealed !== null) process.stderr.write(`${printable(sealedSentence(sealed))}\n`);
  if (options.json === true) process.stdout.write(`${JSON.stringify({ files: counts, sealed }, null, 2)}\n`);
  else
    for (const [file, count] of Object.entries(counts))
      process.stdout.write(`${options.out}/${options.to === 'atif' ? '*/' : ''}${file}: ${count}\n`);
}

function write(results: readonly RunResult[], options: ExportFlags): Record<string, number> {
  if (options.to === 'atif') return writeAtif(options.out, results);
  const judge = chooseJudge(results, options.judge);
  switch (options.to) {
    case 'inspect':
      return writeInspect(options.out, results, { judge, pictures: options.pictures });
    case 'harbor':
      return writeHarbor(options.out, results, judge);
    case 'parquet':
      return writeParquetTables(options.out, results, judge);
    case 'csv':
      return writeCsvTables(options.out, results, judge);
    case 'harbor-tasks':
      throw new Error('harbor-tasks exports tasks, not results.');
    default:
      return options.to satisfies never;
  }
}
