import type { Element } from '@xmldom/xmldom';
import type { WorkbookSheet } from 'osharm/documents';
import {
  attr,
  children,
  evaluateFormula,
  type FormulaValue,
  isFormulaTrue,
  readRange,
  referencesIn,
} from 'osharm/documents';
import { readCellValue } from './cell-values.ts';

const byFormula = new Set([
  'expression',
  'containsText',
  'notContainsText',
  'endsWith',
  'beginsWith',
  'containsErrors',
  'notContainsErrors',
]);

/**
 * Whether a conditional formatting rule applies to a cell's value. As in OSWorld, the value replaces relative
 * references in the formula, and kinds that OSWorld doesn't support (colour scales, data bars, top ten …) never apply.
 */
export function appliesFormat(rule: Element, value: number | string, sheet: WorkbookSheet): boolean {
  const type = attr(rule, 'type') ?? '';
  const formulas = children(rule, 'formula').map((item) => item.textContent ?? '');
  const resolve = (reference: string): FormulaValue | FormulaValue[] => {
    const range = readRange(reference);
    if (range === null || !/^\$[A-Z]+\$\d+(?::\$[A-Z]+\$\d+)?$/.test(reference)) return value;
    const values = referencesIn(range).map((cell) => readCellValue(sheet.book, sheet.name, cell));
    return reference.includes(':') ? values : (values[0] ?? null);
  };
  if (byFormula.has(type)) return isFormulaTrue(evaluateFormula(formulas[0] ?? '', resolve));
  if (type !== 'cellIs') return false;
  const limits = formulas.map((formula) => {
    const limit = evaluateFormula(formula, resolve);
    return Array.isArray(limit) ? (limit[0] ?? null) : limit;
  });
  return compares(attr(rule, 'operator') ?? '', value, limits);
}

function compares(operator: string, value: number | string, limits: readonly FormulaValue[]): boolean {
  const [first, second] = limits;
  if (operator === 'equal') return value === first;
  if (operator === 'notEqual') return value !== first;
  if (limits.some((limit) => typeof limit !== typeof value)) return false;
  const order = (limit: FormulaValue | undefined): number =>
    limit === undefined || limit === null ? Number.NaN : value < limit ? -1 : value > limit ? 1 : 0;
  switch (operator) {
    case 'lessThan':
      return order(first) < 0;
    case 'lessThanOrEqual':
      return order(first) <= 0;
    case 'greaterThan':
      return order(first) > 0;
    case 'greaterThanOrEqual':
      return order(first) >= 0;
    case 'between':
    case 'notBetween': {
      if (second === undefined) return false;
      const isInside = order(first) * order(second) <= 0;
      return isInside === (operator === 'between');
    }
    default:
      return false;
  }
}
