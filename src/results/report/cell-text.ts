import type { Proportion } from '../../base/statistics/wilson.ts';
import { percent, rateText } from '../views/numbers.ts';
import type { EstimatedRate, TableCell, TableColumn } from './report-table.ts';

/** Formats a table cell for display: `2/9 22 % [6–55]`, `37 %`, `$0.0421`, `12.4 s`, or `–` for null. */
export function cellText(cell: TableCell, column: Omit<TableColumn, 'name'>): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'object') return column.isBrief === true ? briefText(cell) : rateText(cell);
  switch (column.kind) {
    case 'share':
      return percent(cell);
    case 'usd':
      return `$${cell.toFixed(cell >= 100 ? 2 : 4)}`;
    case 'ms':
      return `${cell.toFixed(0)} ms`;
    case 'seconds':
      return duration(cell);
    case 'text':
    case 'count':
    case 'rate':
      return Number.isInteger(cell) ? `${cell}` : cell.toFixed(1);
    default:
      return column.kind satisfies never;
  }
}

const briefText = ({ count, n }: Proportion | EstimatedRate): string => (n === 0 || n === null ? '–' : `${count}/${n}`);

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
