import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableLines, shortLine, unseenCharacter } from './unseen-text.ts';

const found = (text: string): string[] => [...text.matchAll(unseenCharacter)].map(([character]) => character);

describe('unseenCharacter', () => {
  it('unseenCharacter finds characters that hide, reorder or control text', () => {
    for (const value of [
      '\u0000',
      '\u001b',
      '\u009b',
      '\u00ad',
      '\u034f',
      '\u061c',
      '\u115f',
      '\u180e',
      '\u200b',
      '\u200d',
    ])
      expect(found(`a${value}b`), value.codePointAt(0)?.toString(16)).toEqual([value]);
    for (const value of [
      '\u2028',
      '\u202e',
      '\u2060',
      '\u2066',
      '\u3164',
      '\ufe0f',
      '\ufeff',
      '\ufffa',
      '\u{e0041}',
      '\ud800',
    ])
      expect(found(`a${value}b`), value.codePointAt(0)?.toString(16)).toEqual([value]);
  });

  it('unseenCharacter accepts letters, blanks and emoji', () => {
    expect(found('Grüße,\t世界 — “ok” ✓\n 🎉 ❤️ 👩‍💻 1️⃣ e\u0301')).toEqual([]);
  });

  it('unseenCharacter finds a character that hides behind an emoji', () => {
    expect(found('🎉\u200dsecret')).toEqual(['\u200d']);
    expect(found('❤\ufe0f\ufe01')).toEqual(['\ufe01']);
  });
});

describe('printable', () => {
  it('printable removes everything that moves, colours or reorders text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(printable(text)).not.toMatch(
          /\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u2029]|\p{Cs}/u,
        );
      }),
    );
    expect(printable('a\u001b[31mb\r\nc')).toBe('a\ufffd[31mb c');
    expect(printableLines('a\u202eb\r\nc\td')).toBe('a\ufffdb\nc d');
    expect(shortLine('a\u0007'.repeat(100), 5)).toBe('a\ufffda\ufffda');
  });
});

describe('printableLines', () => {
  it('printableLines keeps lines, whichever way they end', () => {
    expect(printableLines('a\nb\r\nc\u202e')).toBe('a\nb\nc\ufffd');
  });
});
