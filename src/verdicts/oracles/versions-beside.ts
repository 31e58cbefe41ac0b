import { columnLetters } from '../../base/documents/office/cell-range.ts';
import { readableText } from '../../base/documents/reading/read-document.ts';
import { separatedRows } from '../../base/documents/text/separated-rows.ts';
import { bodyTextOf, fileTypeOf, readTextOf, withFacts } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import { timelineOf } from '../../evidence/effect-log/timeline.ts';
import type { OracleInput } from './oracle-input.ts';

/** Minimum share of a document's lines, or of a sheet's cells, in a version of it. */
const versionShare = 0.6;
const cellLine = /^[A-Z]{1,3}\d+: /;
const table = /\.(?:xlsx|xlsm|ods|fods|csv|tsv)$/i;
const document = /[^/]\.[a-z0-9]{2,5}$/i;
const pages = /\.pdf$/i;
const separated = /\.(?:csv|tsv)$/i;

/**
 * Files with most of a document's final lines or of a sheet's cells, including PDF files. CSV and TSV texts become
 * cells.
 */
export async function versionsBeside({ effects, readFile }: OracleInput, path: string): Promise<Effect[]> {
  const places = timelineOf(effects).placesAfter(path);
  const isElsewhere = (effect: Effect, name: RegExp): boolean =>
    writtenPaths(effect).some((written) => !places.includes(written) && name.test(written));
  const others = effects.filter(
    (effect) => readTextOf(effect) !== undefined && fileTypeOf(effect) !== 'directory' && isElsewhere(effect, document),
  );
  if (others.length === 0) return [];
  const content = await readFile(path);
  const lines = linesOf((content === null ? null : readableText(content)) ?? '');
  const cells = lines.filter((line) => cellLine.test(line));
  const wanted = cells.length > 0 ? cells : lines;
  const isVersion = (effect: Effect): boolean => {
    if (isElsewhere(effect, pages)) return isExported(bodyTextOf(effect) ?? '', wanted);
    const found = new Set(linesOf(bodyTextOf(effect) ?? ''));
    return wanted.length > 0 && wanted.filter((line) => found.has(line)).length >= versionShare * wanted.length;
  };
  if (cells.length === 0) return others.filter(isVersion);
  return others
    .filter((effect) => isElsewhere(effect, table) || isElsewhere(effect, pages))
    .map((effect) => (separated.test(writtenPaths(effect)[0] ?? '') ? withCells(effect) : effect))
    .filter(isVersion);
}

/**
 * Compares without white space and cell references, because exported pages break lines elsewhere and omit references.
 */
function isExported(text: string, lines: readonly string[]): boolean {
  const bare = (line: string): string => line.replace(cellLine, '').replace(/\s+/g, '');
  const wanted = lines.map(bare).filter((line) => line !== '');
  const page = bare(text);
  return wanted.length > 0 && wanted.filter((line) => page.includes(line)).length >= versionShare * wanted.length;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const withCells = (effect: Effect): Effect =>
  withFacts(effect, {
    text: separatedRows(bodyTextOf(effect) ?? '')
      .flatMap((row, index) =>
        row.flatMap((cell, column) => (cell === '' ? [] : [`${columnLetters(column + 1)}${index + 1}: ${cell}`])),
      )
      .join('\n'),
  });
