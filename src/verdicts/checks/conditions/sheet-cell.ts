import { z } from 'zod';
import { dateOfSerial } from '../../../base/documents/office/serial-date.ts';
import { type FieldValue, fieldValueSchema, means } from '../../../base/documents/text/field-value.ts';
import { regexParameter } from '../../../base/documents/text/regex-parameter.ts';
import { readDatedSheets, type Sheet, type SheetCell } from '../../../base/documents/text/sheets.ts';
import { isAmount } from '../../../base/documents/values/amount.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition, type ConditionResult, type ScoreInput } from './condition.ts';
import { storedResultFault } from './stored-result.ts';
import { undecidedBy, unreadParts } from './unread-text.ts';

export const sheetCell = builtInCondition({
  kind: 'sheet-cell',
  summary: 'A cell of a saved sheet (xlsx, ods) has this value or formula.',
  parameters: z
    .strictObject({
      path: pathParameter,
      sheet: z.string().optional(),
      cell: z.string().regex(/^[A-Z]{1,3}[1-9]\d*$/, 'must be a reference such as B7'),
      value: z.union([z.boolean(), fieldValueSchema]).optional(),
      number: z.number().optional(),
      tolerance: z.number().nonnegative().default(0.005),
      formula: regexParameter.optional(),
      empty: z.boolean().optional(),
    })
    .refine(
      (rule) => [rule.value, rule.number, rule.formula, rule.empty].some((part) => part !== undefined),
      'needs one of value, number, formula, empty',
    ),
  async holds(input, rule) {
    const opened = await openSheet(input, rule.path, rule.sheet);
    if (!('sheet' in opened)) return opened;
    const { sheet, open } = opened;
    const cell = sheet.cells.get(rule.cell);
    const place = `${rule.cell} of ${shownPath(rule.path)}`;
    if (open !== null && cell === undefined) return open;
    const lie = rule.number === undefined ? null : storedResultFault(sheet, rule.cell);
    if (lie !== null) return { holds: false, reason: `${place} ${lie}.` };
    const holds =
      (rule.value === undefined || isSameText(cell, rule.value)) &&
      (rule.number === undefined || isNumber(cell, rule.number, rule.tolerance)) &&
      (rule.formula === undefined || new RegExp(rule.formula, 'u').test(cell?.formula ?? '')) &&
      (rule.empty === undefined || rule.empty === (cell === undefined || cell.value === null || cell.value === ''));
    return {
      holds,
      reason: `${place} is ${JSON.stringify(cell?.date ?? cell?.value ?? null)}${cell?.formula === undefined ? '' : ` by ${cell.formula}`}.`,
    };
  },
});

/** `open` is the result for a missing cell, which may be in an unread part of the file. Null if everything was read. */
interface OpenedSheet {
  sheet: Sheet;
  open: ConditionResult | null;
}

/** The named sheet, or the first one. Returns the reason if it is missing. */
export async function openSheet(
  input: ScoreInput,
  path: string,
  name: string | undefined,
): Promise<OpenedSheet | ConditionResult> {
  const content = await input.readFile(path);
  if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
  const unread = unreadParts(content);
  const open = unread.length === 0 ? null : undecidedBy(shownPath(path), unread);
  const sheets = readDatedSheets(content);
  if (sheets === null) return open ?? { holds: false, reason: `${shownPath(path)} is not a spreadsheet.` };
  const sheet = name === undefined ? sheets[0] : sheets.find((item) => item.name === name);
  if (sheet === undefined)
    return { holds: false, reason: `${shownPath(path)} has no sheet ${JSON.stringify(name ?? '')}.` };
  return { sheet, open };
}

/**
 * Whether a cell is a number to its readers, which includes the texts `16 bar` and `68.00`. For a date, the number counts
 * days as in the 1900 date system, whatever the system of the workbook.
 */
export function isNumber(cell: SheetCell | undefined, number: number, tolerance: number): boolean {
  if (cell?.date !== undefined) return cell.date === dateOfSerial(number, 1900);
  if (typeof cell?.value === 'string') return isAmount(cell.value, number, tolerance);
  return typeof cell?.value === 'number' && Math.abs(cell.value - number) <= tolerance;
}

/** Compares by meaning (`fieldValueSchema`). */
export function isSameText(cell: SheetCell | undefined, value: FieldValue | boolean): boolean {
  if (typeof value === 'boolean') return cell?.value === value;
  return cell !== undefined && cell.value !== null && means(cell.date ?? String(cell.value), value);
}
