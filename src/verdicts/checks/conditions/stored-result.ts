import { columnLetters, readRange, referencesIn } from '../../../base/documents/office/cell-range.ts';
import { evaluateFormula, type FormulaValue } from '../../../base/documents/office/formula.ts';
import type { Sheet, SheetCell } from '../../../base/documents/text/sheets.ts';

/** Formulas nested deeper count as stored correctly. */
const deepest = 20;
const mostCells = 20_000;

/**
 * Why the stored result differs from the formula's, as the end of a sentence. Null if it does not, without a formula,
 * or if the formula is not supported (rare functions, other sheets). A program may show the stored result until it
 * recalculates.
 */
export function storedResultFault(sheet: Sheet, reference: string): string | null {
  const cell = sheet.cells.get(reference);
  if (cell?.formula === undefined || typeof cell.value !== 'number') return null;
  const given = resultOf(sheet, cell, 0);
  if (typeof given !== 'number' || Number.isNaN(given)) return null;
  const isSame = Math.abs(given - cell.value) <= 1e-6 * Math.max(1, Math.abs(given));
  return isSame ? null : `stores ${cell.value} and its formula ${cell.formula} gives ${given}`;
}

function resultOf(sheet: Sheet, cell: SheetCell, depth: number): FormulaValue | undefined {
  const valueAt = (reference: string): FormulaValue => {
    const sheetCell = sheet.cells.get(reference);
    if (sheetCell?.formula === undefined || depth >= deepest) return sheetCell?.value ?? null;
    return resultOf(sheet, sheetCell, depth + 1) ?? sheetCell.value;
  };
  const resolve = (reference: string): FormulaValue | FormulaValue[] => {
    const range = readRange(reference.replaceAll('$', ''));
    if (range === null) throw new Error(`${reference} is not a range.`);
    if (!reference.includes(':')) return valueAt(`${columnLetters(range.left)}${range.top}`);
    if ((range.right - range.left + 1) * (range.bottom - range.top + 1) > mostCells) throw new Error('Too many cells.');
    return referencesIn(range).map(valueAt);
  };
  try {
    const value = evaluateFormula(plain(cell.formula ?? ''), resolve);
    return Array.isArray(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Converts OpenDocument's `=SUM([.A1:.B2];1)` to `SUM(A1:B2,1)`, and drops the equals sign of Excel's formulas. */
const plain = (formula: string): string =>
  formula
    .replace(/^=/, '')
    .replace(/\[\.([^\]:]+)(?::\.([^\]]+))?\]/g, (_, from: string, to?: string) =>
      to === undefined ? from : `${from}:${to}`,
    )
    .replace(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ',');
