import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleLabel, visibleParts } from './visible-text.ts';

describe('visibleParts', () => {
  it('visibleParts names characters that reverse text', () => {
    expect(visibleParts('a\u202egpj.exe')).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'mark', shown: 'RLO', name: 'right-to-left override', times: 1 },
      { kind: 'plain', text: 'gpj.exe' },
    ]);
  });

  it.each([
    ['\u001b[31mred\u001b[0m', '⟨ESC[31m⟩red⟨ESC[0m⟩'],
    ['\u001b]0;title\u0007x', '⟨ESC]0;title⟩x'],
    ['\u009b2Jx', '⟨ESC2J⟩x'],
    ['a\u0000b\u007f', 'a⟨U+0000⟩b⟨U+007F⟩'],
    ['p\u200bass', 'p⟨ZWSP⟩ass'],
    ['\u{e0068}\u{e0069}', '⟨TAG h⟩⟨TAG i⟩'],
    ['a\ufe01b', 'a⟨U+FE01⟩b'],
    ['\u0000'.repeat(500), '⟨U+0000 ×500⟩'],
    ['two\r\nlines\tand', 'two lines and'],
    ['👩\u200d🔬 ❤️', '👩\u200d🔬 ❤️'],
    ['\ud800', '⟨U+D800⟩'],
    ['Grüße, 日本語, עברית', 'Grüße, 日本語, עברית'],
  ])('visibleParts shows %j', (text, shown) => {
    expect(visibleLabel(text)).toBe(shown);
  });

  it('visibleParts leaves no character hidden in any text', () => {
    const nasty = fc.constantFrom(
      '\u202e',
      '\u200b',
      '\u001b',
      '[',
      '31m',
      '\u0007',
      'a',
      '\n',
      '\ufeff',
      '\u{e0041}',
      '\u2066',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' }))), (pieces) => {
        for (const part of visibleParts(pieces.join(''))) {
          if (part.kind === 'plain')
            expect(part.text).not.toMatch(
              /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/,
            );
          else expect(part.shown).toMatch(/^[ -~\u00a0-\uffff]+$/);
        }
      }),
    );
  });
});
