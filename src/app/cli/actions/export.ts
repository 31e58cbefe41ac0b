import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OsharmError } from '../../../base/errors.ts';
import { fileTrouble, requireNewFolder } from '../../../base/record/file-trouble.ts';
import { makeFolder } from '../../../base/record/make-folder.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { RunResult } from '../../../results/model/run-result.ts';
import { writeAtif } from '../../../results/report/export/atif.ts';
import { writeEveryEvalEver } from '../../../results/report/export/every-eval-ever.ts';
import { writeHarbor } from '../../../results/report/export/harbor.ts';
import { writeHuggingFace } from '../../../results/report/export/hugging-face.ts';
import { writeInspect } from '../../../results/report/export/inspect/write-inspect.ts';
import { writeMlflow } from '../../../results/report/export/mlflow.ts';
import { writeSarif } from '../../../results/report/export/sarif.ts';
import { writeCsvTables, writeParquetTables } from '../../../results/report/export/write-tables.ts';
import { refuseAllSealed, sealedSentence, withoutSealed } from '../../../results/report/without-sealed.ts';
import { chooseJudge, resultsIn } from '../../library/read-results.ts';

export interface ExportFlags {
  to:
    | 'inspect'
    | 'atif'
    | 'harbor'
    | 'harbor-tasks'
    | 'every-eval-ever'
    | 'huggingface'
    | 'mlflow'
    | 'sarif'
    | 'parquet'
    | 'csv';
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
  requireNewFolder(options.out, 'export-folder');
  const counts = inOneStep(options.out, (folder) => write(results, { ...options, out: folder, place: options.out }));
  if (sealed !== null) process.stderr.write(`${printable(sealedSentence(sealed))}\n`);
  if (options.json === true) process.stdout.write(`${JSON.stringify({ files: counts, sealed }, null, 2)}\n`);
  else
    for (const [file, count] of Object.entries(counts))
      process.stdout.write(`${options.out}/${options.to === 'atif' ? '*/' : ''}${file}: ${count}\n`);
}

/** Writes into a folder beside `out` and renames it, so that an export that fails leaves nothing under its name. */
function inOneStep<Result>(out: string, writeInto: (folder: string) => Result): Result {
  const place = resolve(out);
  let partial = '';
  try {
    makeFolder(dirname(place));
    partial = mkdtempSync(`${place}.partial-`);
    const result = writeInto(partial);
    chmodSync(partial, 0o755);
    renameSync(partial, place);
    return result;
  } catch (error) {
    if (partial !== '') rmSync(partial, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const known = fileTrouble(error, out);
    if (known !== null) throw known;
    throw new OsharmError(`${out} can't be written.`, {
      code: 'output-unwritable',
      blame: 'environment',
      hint: (error as Error).message,
      cause: error,
    });
  }
}

function write(results: readonly RunResult[], options: ExportFlags & { place: string }): Record<string, number> {
  if (options.to === 'atif') return writeAtif(options.out, results);
  const judge = chooseJudge(results, options.judge);
  switch (options.to) {
    case 'inspect':
      return writeInspect(options.out, results, { judge, pictures: options.pictures });
    case 'harbor':
      return writeHarbor(options.out, results, judge);
    case 'every-eval-ever':
      return writeEveryEvalEver(options.out, results, { judge });
    case 'huggingface':
      return writeHuggingFace(options.out, results, judge);
    case 'mlflow':
      return writeMlflow(options.out, results, { judge, place: resolve(options.place) });
    case 'sarif':
      return writeSarif(options.out, results, judge);
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
