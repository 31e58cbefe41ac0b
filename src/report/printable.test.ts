import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columns, cut, printable } from './printable.ts';
import { tableLines } from './table.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('printable', () => {
  it('leaves nothing that moves, colours or reorders, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printable(text)).not.toMatch(
          /\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u2029]|\p{Cs}/u,
        );
      }),
    );
    expect(printable('a\u001b[31mb\r\nc')).toBe('a\ufffd[31mb c');
  });

  it('leaves ordinary text as it is', () => {
    expect(printable('Grüße, 世界 — “ok” ✓ 🎉')).toBe('Grüße, 世界 — “ok” ✓ 🎉');
  });
});

describe('tableLines', () => {
  it('keeps every line within the width where that is possible', () => {
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
  it('cuts by columns, not by letters', () => {
    expect(cut('世界世界', 5)).toBe('世界…');
    expect(columns('e\u0301世')).toBe(3);
  });
});
