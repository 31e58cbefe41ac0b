import { describe, expect, it } from 'vitest';
import { tableRows } from './table-rows.ts';

describe('tableRows', () => {
  it('tableRows reads the text of a sheet row by row, label first', () => {
    const { rows, texts } = tableRows(
      '[A]\nA1: Item\nB1: Price\nA2: Garden  chairs\nB2: 420\nC2: 12 %\n[B]\nA2: Other\nB2: $1,200.50',
    );
    expect(rows).toMatchObject([
      { label: 'item', numbers: [] },
      { label: 'garden chairs', numbers: [420, 0.12] },
      { label: 'other', numbers: [1200.5] },
    ]);
    expect(texts).toEqual(['item', 'price', 'garden chairs', 'other']);
  });
  it('tableRows reads comma-separated values', () => {
    expect(tableRows('group;effect\n"Adults, young";0.62\n\nSeniors;0.48\n').rows).toMatchObject([
      { label: 'group', numbers: [] },
      { label: 'adults, young', numbers: [0.62] },
      { label: 'seniors', numbers: [0.48] },
    ]);
  });
  it('tableRows reads quoted values whole', () => {
    const { rows, texts } = tableRows('"Thus, it is ,5","say ""x""",7,\n');
    expect(rows).toMatchObject([{ label: 'thus, it is ,5', numbers: [7] }]);
    expect(texts).toEqual(['thus, it is ,5', 'say "x"']);
  });
  it('tableRows reports the column of each cell', () => {
    const columns = (text: string) => tableRows(text).rows.map(({ cells }) => cells.map(({ column }) => column));
    expect(columns('[A]\nA1: Item\nB2: 3\nAA2: 4\nZ2: last\nof two lines')).toEqual([[0], [1, 26, 25]]);
    expect(columns('a;;3')).toEqual([[0, 2]]);
  });
  it('tableRows reads signs, brackets and both decimal signs', () => {
    const cells = ['(1,234.50)', '-$5', '1234.5-', '1.234,50', '($5)', '-3 %', '12,5', '1.5e-3', '1,234'];
    expect(tableRows(cells.join('\t')).rows[0]?.numbers).toEqual([
      -1234.5, -5, -1234.5, 1234.5, -5, -0.03, 12.5, 0.0015, 1234,
    ]);
    expect(tableRows('5-6\t(a)\t1,2,3\t-\t--5').rows[0]?.numbers).toEqual([]);
  });
  it('tableRows keeps dates and codes as text', () => {
    expect(tableRows('INV-1,2026-01-05,x3').rows[0]?.numbers).toEqual([]);
  });
});
