import { z } from 'zod';
import { fieldValueSchema } from '../../../base/documents/text/field-value.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';
import { isNumber, isSameText, openSheet } from './sheet-cell.ts';
import { storedResultFault } from './stored-result.ts';

/** Cells of a column from a row downwards; null is an empty cell. */
export const sheetColumn = builtInCondition({
  kind: 'sheet-column',
  summary: 'A column of a saved sheet has these values.',
  parameters: z.strictObject({
    path: pathParameter,
    sheet: z.string().optional(),
    column: z.string().regex(/^[A-Z]{1,3}$/, 'must be a column such as B'),
    from_row: z.number().int().positive().default(1),
    values: z.array(z.union([z.number(), z.boolean(), z.null(), fieldValueSchema])).min(1),
    tolerance: z.number().nonnegative().default(0.005),
  }),
  async holds(input, { path, sheet: name, column, from_row, values, tolerance }) {
    const opened = await openSheet(input, path, name);
    if (!('sheet' in opened)) return opened;
    const { sheet, open } = opened;
    let isOpen = false;
    for (const [index, wanted] of values.entries()) {
      const at = `${column}${from_row + index}`;
      const cell = sheet.cells.get(at);
      if (open !== null && cell === undefined) {
        isOpen = true;
        continue;
      }
      const value = cell?.value ?? null;
      const isSame =
        typeof wanted === 'number'
          ? isNumber(cell, wanted, tolerance)
          : wanted === null
            ? value === null || value === ''
            : isSameText(cell, wanted);
      const lie = typeof wanted === 'number' && isSame ? storedResultFault(sheet, at) : null;
      if (lie !== null) return { holds: false, reason: `${at} of ${shownPath(path)} ${lie}.` };
      if (!isSame)
        return {
          holds: false,
          reason: `${at} of ${shownPath(path)} is ${JSON.stringify(cell?.date ?? value)} instead of ${JSON.stringify(typeof wanted === 'object' ? (wanted?.value ?? null) : wanted)}.`,
        };
    }
    if (open !== null && isOpen) return open;
    return { holds: true, reason: `Column ${column} of ${shownPath(path)} has the expected values.` };
  },
});
