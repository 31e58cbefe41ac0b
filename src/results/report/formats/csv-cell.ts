import { unseenCharacter } from '../../../base/record/unseen-text.ts';
import type { TableCell } from '../report-table.ts';

/** Escapes a field (RFC 4180). Control and bidirectional characters become `�`; line breaks stay. */
export function csvCell(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const seen = cell.replaceAll('\r\n', '\n').replace(unseenCharacter, '\ufffd');
  const text = /^[=+\-@\t]/.test(seen) ? `'${seen}` : seen;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
