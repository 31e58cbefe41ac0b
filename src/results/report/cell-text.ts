import type { Proportion } from '../../base/statistics/wilson.ts';
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

/** `37 %`. Rates that would round to 0 or 100 get a decimal: `0.3 %`, `99.7 %`. */
export function percent(rate: number): string {
  const share = Math.abs(rate);
  const isNearEnd = (share > 0 && share < 0.01) || (share > 0.99 && share < 1);
  return `${(rate * 100).toFixed(isNearEnd ? 1 : 0).replace('-', '−')} %`;
}

/** `2/9 22 % [6–55]`; `–` without trials. */
export function rateText(proportion: Proportion | EstimatedRate): string {
  if (proportion.rate === null || proportion.low === null || proportion.high === null) return '–';
  const [low, high] = [proportion.low, proportion.high].map((bound) => (bound * 100).toFixed(0).replace('-', '−'));
  const bounds = proportion.low < 0 ? `[${low} to ${high}]` : `[${low}–${high}]`;
  const counted = proportion.count === null ? '' : `${proportion.count}/${proportion.n} `;
  return `${counted}${percent(proportion.rate)} ${bounds}`;
}

const briefText = ({ count, n }: Proportion | EstimatedRate): string => (n === 0 || n === null ? '–' : `${count}/${n}`);

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
