import type { Proportion } from '../stats/wilson.ts';
import type { Cell, Column, EstimatedRate } from './tables.ts';

/** A cell as a person reads it: `2/9 22 % [6–55]`, `37 %`, `$0.0421`, `12.4 s`; `–` for nothing. */
export function cellText(cell: Cell, column: Omit<Column, 'name'>): string {
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

export const percent = (rate: number): string => `${(rate * 100).toFixed(0)} %`;

/** `2/9 22 % [6–55]`; `–` without trials. */
export function rateText(proportion: Proportion | EstimatedRate): string {
  if (proportion.rate === null || proportion.low === null || proportion.high === null) return '–';
  const bounds = `[${(proportion.low * 100).toFixed(0)}–${(proportion.high * 100).toFixed(0)}]`;
  const counted = proportion.count === null ? '' : `${proportion.count}/${proportion.n} `;
  return `${counted}${percent(proportion.rate)} ${bounds}`;
}

const briefText = ({ count, n }: Proportion | EstimatedRate): string => (n === 0 || n === null ? '–' : `${count}/${n}`);

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
