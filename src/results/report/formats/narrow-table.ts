import { columns, cut } from '../columns.ts';
import { wrapped } from './wrapped.ts';

/** Text columns are never truncated to fewer terminal columns. */
const fewestOfText = 24;

export interface TextTable {
  names: readonly string[];
  rows: readonly (readonly string[])[];
  isFigure: (column: number) => boolean;
}

/**
 * True if the figures, which are never truncated, and 24 columns per text do not fit, or if truncation would make
 * different texts equal.
 */
export function isTooWide({ names, rows, isFigure }: TextTable, width: number): boolean {
  const widest = names.map((name, at) => Math.max(columns(name), ...rows.map((row) => columns(row[at] ?? ''))));
  const least = widest.map((value, at) => (isFigure(at) ? value : Math.min(value, fewestOfText)));
  if (sum(least) + 2 * (least.length - 1) > width) return true;
  if (sum(widest) + 2 * (widest.length - 1) <= width) return false;
  return names.some((_, at) => {
    if (isFigure(at)) return false;
    const texts = new Set(rows.map((row) => row[at] ?? ''));
    return new Set([...texts].map((text) => cut(text, fewestOfText))).size < texts.size;
  });
}

/** Prints each row as a block: the text cells, then the figures with their names. */
export function rowsBelowEachOther({ names, rows, isFigure }: TextTable, width: number): string[] {
  return rows.flatMap((row) => {
    const texts = row.filter((cell, at) => !isFigure(at) && cell !== '');
    const figures = row.flatMap((cell, at) => (isFigure(at) ? [`${names[at]} ${cell}`] : []));
    const lines: string[] = [];
    for (const figure of figures) {
      const last = lines.at(-1);
      if (last !== undefined && columns(last) + 3 + columns(figure) <= width)
        lines[lines.length - 1] = `${last} · ${figure}`;
      else lines.push(`    ${figure}`);
    }
    return [
      ...wrapped(`  ${texts.join(' · ')}`, width, '  '),
      ...lines.flatMap((line) => (columns(line) > width ? wrapped(line, width, '      ') : [line])),
    ];
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, value) => all + value, 0);
