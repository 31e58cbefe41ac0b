import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import {
  byCodePoint,
  compareDocxFiles,
  compareTextFile,
  isEqual,
  isTruthy,
  type Metric,
  MetricFault,
  readBytes,
  score,
} from 'osharm/evaluators';
import { pdfText } from '../../documents/pdf-file.ts';
import { sequenceRatio } from '../core/sequence-ratio.ts';
import { compareImages } from '../image/structure.ts';
import { comparePdfs } from '../pdf/compare-pdf.ts';
import { comparePptxFiles } from '../slides/compare-pptx.ts';
import { compareCsv } from '../table/compare-csv.ts';
import { compareTable } from '../table/compare-table.ts';
import { unpackArchive } from './unpack.ts';

const comparers: Readonly<Record<string, Metric>> = {
  text: compareTextFile,
  pdf: comparePdfs,
  docx: compareDocxFiles,
  ppt: comparePptxFiles,
  image: compareImages,
  csv: compareCsv,
  table: compareTable,
};

/** The mean score of the files below `file_path`, by the metric for `file_type`. 0 if their names differ. */
export const compareArchive: Metric = async ({ result, expected, options, rules }) => {
  const { file_path: folder = '', file_type: type = 'text', ...rest } = options;
  if (!isTruthy(result)) return 0;
  const comparer = comparers[String(type)];
  const base = await mkdtemp(join(tmpdir(), 'archive-'));
  try {
    const [actual, gold] = [join(base, 'own', String(folder)), join(base, 'gold', String(folder))];
    await unpackInto(join(base, 'own'), result as string);
    await unpackInto(join(base, 'gold'), expected as string);
    const [ownNames, goldNames] = [await listed(actual, result), await listed(gold, expected)];
    if (!isEqual(ownNames, goldNames)) return 0;
    if (comparer === undefined) throw new MetricFault(`compare_archive can’t compare ${JSON.stringify(type)}.`, 'task');
    if (ownNames.length === 0) throw new MetricFault('The archives are empty.', 'result');
    let sum = 0;
    for (const name of ownNames)
      sum += await comparer({ result: join(actual, name), expected: join(gold, name), options: rest, rules });
    return sum / ownNames.length;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

/** Passes if two zip files have the same names and bytes. PDFs in them need only 95 % similar text. */
export const compareZipFiles: Metric = async ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  const [actual, gold] = [
    unpackArchive(await readBytes(result), `${result}.zip`),
    unpackArchive(await readBytes(expected), `${expected}.zip`),
  ];
  if (!isEqual([...actual.keys()].sort(), [...gold.keys()].sort())) return 0;
  for (const [name, content] of actual) {
    const other = gold.get(name) as Uint8Array;
    if (name.toLowerCase().endsWith('.pdf')) {
      const texts = [await pdfText(content, String(result)), await pdfText(other, String(expected))].map((text) =>
        Array.from(text),
      ) as [string[], string[]];
      if (sequenceRatio(...texts) < 0.95) return 0;
    } else if (Buffer.compare(content, other) !== 0) return 0;
  }
  return score(true);
};

async function unpackInto(folder: string, path: string): Promise<void> {
  for (const [name, content] of unpackArchive(await readBytes(path), path)) {
    const place = join(folder, name);
    // Skip names that lead out of the folder.
    if (relative(folder, place).startsWith('..')) continue;
    if (name.endsWith('/')) await mkdir(place, { recursive: true });
    else {
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, content);
    }
  }
}

async function listed(folder: string, archive: unknown): Promise<string[]> {
  try {
    return (await readdir(folder)).sort(byCodePoint);
  } catch (cause) {
    throw new MetricFault('An archive lacks the folder.', 'result', { path: String(archive), cause });
  }
}
