import { printable } from '../../base/record/unseen-text.ts';
import { columns, cut } from './columns.ts';

/** Columns named in `right` are right-aligned. The widest text columns are truncated to fit `width`. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  options: { width: number; right?: readonly string[] },
): string[] {
  const all = [head, ...rows].map((row) => row.map(printable));
  const widths = head.map((_, column) => Math.max(...all.map((row) => columns(row[column] ?? ''))));
  const spare = (): number => options.width - widths.reduce((sum, width) => sum + width + 2, -2);
  while (spare() < 0) {
    const text = head.map((name, column) => (options.right?.includes(name) === true ? 0 : (widths[column] ?? 0)));
    const widest = Math.max(...text);
    if (widest <= 8) break;
    const column = text.indexOf(widest);
    widths[column] = Math.max(8, widest + Math.max(spare(), -1));
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        const shown = cut(cell, width);
        const fill = ' '.repeat(Math.max(0, width - columns(shown)));
        return options.right?.includes(head[column] ?? '') === true ? fill + shown : shown + fill;
      })
      .join('  ')
      .trimEnd();
  return [line(all[0] ?? []), widths.map((width) => '─'.repeat(width)).join('  '), ...all.slice(1).map(line)];
}
