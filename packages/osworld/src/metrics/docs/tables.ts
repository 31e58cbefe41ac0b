import { cellParagraphs, tableCellText } from 'osharm/documents';
import {
  bothDocuments,
  compareDocxFiles,
  type Metric,
  MetricFault,
  openedDocument,
  pairs,
  score,
  strip,
} from 'osharm/evaluators';
import { colourDistance } from '../../pictures/colour-distance.ts';

export const compareDocxTables: Metric = async ({ result, expected }) => {
  const both = await bothDocuments(result, expected);
  if (both === null || both[0].tables.length !== both[1].tables.length) return 0;
  for (const [wordTable, gold] of pairs(both[0].tables, both[1].tables)) {
    if (wordTable.rows.length !== gold.rows.length || wordTable.columns !== gold.columns) return 0;
    const [left, right] = [wordTable.grid.flat(), gold.grid.flat()];
    for (let at = 0; at < wordTable.rows.length * wordTable.columns; at++) {
      const [first, second] = [left[at], right[at]];
      if (first === undefined || second === undefined) throw new MetricFault('A table has too few cells.', 'result');
      if (strip(tableCellText(first)) !== strip(tableCellText(second))) return 0;
    }
  }
  return 1;
};

const red = [255, 0, 0] as const;
const blue = [0, 0, 255] as const;

/** Words that begin with a vowel must be red and all other words blue, within a ΔE2000 of `threshold` (3.5). */
export const evaluateColoredWordsInTables: Metric = async (call) => {
  if ((await compareDocxFiles({ ...call, options: {} })) === 0) return 0;
  const document = await openedDocument(call.result);
  if (document === null) return 0;
  const threshold = Number(call.options.threshold ?? 3.5);
  for (const cell of document.tables.flatMap(({ grid }) => grid.flat()))
    for (const run of cellParagraphs(cell).flatMap(({ runs }) => runs)) {
      const [first] = run.text;
      if (first === undefined) continue;
      const colour = run.colour;
      if (colour === null) throw new MetricFault('A word in a table has no colour.', 'result');
      const wanted = 'aeiou'.includes(first.toLowerCase()) ? red : blue;
      if (colourDistance(parts(colour), wanted) > threshold) return 0;
    }
  return score(true);
};

function parts(colour: string): [number, number, number] {
  return [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
}
