import { type HistoryLine, type UsualRatio, usualRatio } from './history.ts';

/** Ratios of one measurement, by part and row. */
export type MeasuredRatios = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** A row that was compared with earlier runs, or why it was not. */
export interface ComparedRow {
  name: string;
  /** One per measurement. */
  ratios: number[];
  usual: UsualRatio | null;
  result: 'as usual' | 'slower' | 'too few runs';
}

/** A row is slower if it was in each of so many measurements: load comes and goes, slower code stays. */
const measurements = 3;

/**
 * Compares parts of the benchmark with earlier runs. A part with a row above its limit is measured again, up to three
 * times in all; the row counts as slower only if each measurement was.
 */
export async function compareWithHistory(
  parts: readonly string[],
  cores: number,
  history: readonly HistoryLine[],
  measure: (parts: readonly string[]) => Promise<MeasuredRatios>,
): Promise<ComparedRow[]> {
  const rows = new Map<string, ComparedRow>();
  let suspects = parts;
  for (let turn = 0; turn < measurements && suspects.length > 0; turn += 1) {
    const measured = await measure(suspects);
    suspects = suspects.filter((part) => {
      const compared = Object.entries(measured.get(part) ?? {}).map(([name, ratio]) => {
        const before = rows.get(name);
        const row = comparedRow(name, [...(before?.ratios ?? []), ratio], usualRatio(name, cores, history));
        // Once as usual is enough.
        if (before === undefined || before.result === 'slower') rows.set(name, row);
        return row;
      });
      return compared.some(({ name }) => rows.get(name)?.result === 'slower');
    });
  }
  return [...rows.values()];
}

function comparedRow(name: string, ratios: number[], usual: UsualRatio | null): ComparedRow {
  if (usual === null) return { name, ratios, usual, result: 'too few runs' };
  return { name, ratios, usual, result: Math.min(...ratios) > usual.limit ? 'slower' : 'as usual' };
}

/** One line for each row, for the log. */
export function comparisonLine({ name, ratios, usual, result }: ComparedRow): string {
  const earlier = usual === null ? '' : `, usually ${usual.median.toFixed(2)}, at most ${usual.limit.toFixed(2)}`;
  const verdict = result === 'slower' ? 'SLOWER' : result;
  return `  ${name}: ${ratios.map((ratio) => ratio.toFixed(2)).join(', then ')} times its reference${earlier}: ${verdict}`;
}
