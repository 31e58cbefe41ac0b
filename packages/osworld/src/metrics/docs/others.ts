import { statSync } from 'node:fs';
import { join } from 'node:path';
import { OpenDocument } from 'osharm/documents';
import { bothDocuments, compareDocxFiles, type Metric, MetricFault, pairs, score } from 'osharm/evaluators';
import { isSamePicture } from '../../pictures/same-picture.ts';

export const checkHighlightedWords: Metric = async (call) => {
  if ((await compareDocxFiles({ ...call, options: {} })) === 0) return 0;
  if (typeof call.result !== 'string' || !call.result.endsWith('.odt'))
    throw new MetricFault('check_highlighted_words reads .odt files only.', 'result');
  return score(!(await OpenDocument.open(call.result)).highlights.includes('#ffff00'));
};

export const compareDocxImages: Metric = async ({ result, expected }) => {
  const both = await bothDocuments(result, expected);
  if (both === null) return 0;
  const [actual, gold] = both.map(({ file, part }) =>
    file
      .relations(part)
      .filter((relation) => relation.type.includes('image') && !relation.isExternal)
      .map((relation) => file.bytes(relation.target) ?? new Uint8Array()),
  ) as [Uint8Array[], Uint8Array[]];
  if (actual.length !== gold.length) return 0;
  for (const [left, right] of pairs(actual, gold)) if (!(await isSamePicture(left, right))) return 0;
  return 1;
};

export const checkFileExists: Metric = ({ result, expected }) => {
  if (typeof result !== 'string' || typeof expected !== 'string')
    throw new MetricFault('A folder and a name were expected.', 'result');
  return score(statSync(join(result, expected), { throwIfNoEntry: false })?.isFile() === true);
};
