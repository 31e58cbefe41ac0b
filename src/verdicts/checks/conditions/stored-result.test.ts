import { expect, it } from 'vitest';
import type { SheetCell } from '../../../base/documents/text/sheets.ts';
import { storedResultFault } from './stored-result.ts';

const fault = (value: number, formula: string, more: Record<string, SheetCell> = {}): string | null =>
  storedResultFault(
    {
      name: 'S',
      cells: new Map(Object.entries({ A1: { value: 1 }, A2: { value: 2 }, B1: { value, formula }, ...more })),
    },
    'B1',
  );

it('a stored result is compared with its formula in xlsx and ods files', () => {
  expect(fault(3, '=SUM(A1:A2)')).toBeNull();
  expect(fault(3, '=SUM([.A1:.A2])')).toBeNull();
  expect(fault(2, '=ROUND([.A1]/[.A2]*4;0)')).toBeNull();
  expect(fault(42, '=SUM($A$1:A2)')).toBe('stores 42 and its formula =SUM($A$1:A2) gives 3');
});

it('a stored result is checked through nested formulas and believed if the formula is unknown', () => {
  expect(fault(42, '=C1', { C1: { value: 42, formula: '=A1+A2' } })).toMatch(/gives 3$/);
  expect(fault(42, '=C1', { C1: { value: 42, formula: '=XLOOKUP(A1,A1:A2,A1:A2)' } })).toBeNull();
  expect(fault(42, '=B1')).toBeNull();
  expect(fault(42, '=MAX(A1:A1048576)')).toBeNull();
});
