import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columns, cut } from './columns.ts';
import { tableLines } from './table.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('tableLines', () => {
  it('tableLines keeps every line within the width if possible', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, anyText, fc.nat(9999).map(String)), { maxLength: 8 }),
        fc.integer({ min: 40, max: 120 }),
        (rows, width) => {
          for (const line of tableLines(['one', 'two', 'n'], rows, { width, right: ['n'] }))
            expect(columns(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
  it('tableLines measures display columns, not characters', () => {
    expect(cut('世界世界', 5)).toBe('世界…');
    expect(columns('e\u0301世')).toBe(3);
  });
});
