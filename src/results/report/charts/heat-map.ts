import { html, raw } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import { cutLabel } from '../../views/cut-label.ts';
import { percent } from '../../views/numbers.ts';
import { vectorWords } from '../cause.ts';
import type { MatrixCell } from '../tables/matrix.ts';
import type { ChartPart } from './chart.ts';

const size = { label: 390, column: 92, row: 58, thinRow: 30, top: 170, edge: 30 };
/** Cells with fewer runs than this are hatched. */
const thin = 5;
const colours = ['#f5f7f9', '#fbe3d6', '#f7c3a6', '#ef9a78', '#e57a5e'];

/** Goals are rows, vectors are columns. Colour only repeats the printed rate. */
export function heatMapChart(cells: readonly MatrixCell[]): ChartPart {
  const vectors = [...new Set(cells.map((cell) => cell.vector))].sort();
  const goals = [...new Map(cells.map((cell) => [cell.goal, cell.title ?? cell.goal]))].sort(([, a], [, b]) =>
    a < b ? -1 : 1,
  );
  const rowOf = new Map(goals.map(([goal], row) => [goal, row]));
  const height = cells.some(({ success }) => success.n > 1) ? size.row : size.thinRow;
  const left = (column: number): number => size.label + column * size.column;
  const top = (row: number): number => size.top + row * height;
  return {
    // Slanted column names extend beyond the last column.
    width: left(vectors.length) + size.edge + size.top / 2,
    height: top(goals.length) + 6,
    inWords: cells.map((cell) => `${printableLines(`${cell.vector}, ${cell.goal}`)} ${wordsOf(cell)}`).join('; '),
    data: {
      columns: ['vector', 'goal', 'runs', 'count', 'n', 'rate', 'low', 'high'],
      rows: cells.map(({ vector, goal, runs, success: { count, n, rate, low, high } }) => [
        vector,
        goal,
        runs,
        count,
        n,
        rate,
        low,
        high,
      ]),
    },
    content: html`<defs><pattern id="thin" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="3" height="6" fill="#fff" opacity=".75"/></pattern></defs>
${vectors.map((vector, column) => {
  const [x, y] = [left(column) + size.column / 2, size.top - 10];
  return html`<text x="${x}" y="${y}" transform="rotate(-50 ${x} ${y})">${cutLabel(printableLines(vectorWords(vector)), 30)}</text>`;
})}
${goals.map(
  ([, title], row) =>
    html`<text x="${size.label - 12}" y="${top(row) + height / 2 + 4}" text-anchor="end">${cutLabel(printableLines(title), 54)}</text>`,
)}
${cells.map((cell) => drawn(cell, left(vectors.indexOf(cell.vector)), top(rowOf.get(cell.goal) ?? 0), height))}`,
  };
}

function drawn(cell: MatrixCell, x: number, y: number, height: number) {
  const { rate, low, high, count, n } = cell.success;
  const middle = x + size.column / 2;
  const line = (at: number, text: string, size: number) =>
    html`<text font-size="${size}" x="${middle}" y="${y + at}" text-anchor="middle">${text}</text>`;
  const isRate = rate !== null && low !== null && high !== null && n > 1;
  const fill = rate === null ? '#fff' : (colours[Math.round(rate * 4)] ?? '#fff');
  const box = `x="${x + 1}" y="${y + 1}" width="${size.column - 2}" height="${height - 2}"`;
  return html`<rect ${raw(box)} fill="${fill}" stroke="#d5dae0"/>
${rate !== null && n < thin ? html`<rect ${raw(box)} fill="url(#thin)"/>` : ''}
${
  isRate
    ? [
        line(20, percent(rate), 14),
        line(35, `${count}/${n}`, 11),
        line(48, `[${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}]`, 11),
      ]
    : line(height / 2 + 4, wordsOf(cell), 11)
}`;
}

function wordsOf({ success: { rate, count, n }, runs }: MatrixCell): string {
  if (rate === null) return `${runs} not judged`;
  return n < 2 ? `${count}/${n}` : `${percent(rate)} (${count}/${n})`;
}
