import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Message } from '../mailboxes/message.ts';
import { parseFetchItems, readDate, writeDate, writeFetched } from './fetch.ts';
import { decodeFolderName, encodeFolderName, folderMatches } from './folder-name.ts';
import { parseMime } from './mime-part.ts';
import { formatNumbers, holds, parseNumberSet } from './numbers.ts';
import { parseSearch } from './search.ts';
import { parseValues } from './syntax.ts';

const lines = (...all: string[]): string => all.join('\r\n');
const inner = lines(
  'From: "Berg, Anna" <anna@nordhafen.example>',
  'Subject: inner',
  'Content-Type: multipart/alternative; boundary=in',
  '',
  '--in',
  '',
  'plain inner',
  '--in',
  'Content-Type: text/html',
  '',
  '<p>inner</p>',
  '--in--',
);
const whole = lines(
  'From: Anna <anna@nordhafen.example>',
  'To: Team: jo@x.example, Ida <ida@x.example>;, solo@y.example',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  ' and more',
  'Date: Thu, 19 Nov 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="a b"',
  '',
  'preamble',
  '--a b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'first part',
  '--a b  ',
  'Content-Type: message/rfc822',
  'Content-Disposition: attachment; filename="in.eml"',
  '',
  inner,
  '--a b--',
  'epilogue',
);
const message = new Message(7, Buffer.from(whole), Date.UTC(2026, 10, 19, 10, 0, 5), ['\\Seen']);
const fetched = (what: string): string => writeFetched(message, parseFetchItems(parseValues(what)[0]));

describe('IMAP FETCH', () => {
  it('IMAP FETCH returns a message’s attributes', () => {
    expect(fetched('(FLAGS UID RFC822.SIZE INTERNALDATE)')).toBe(
      `(FLAGS (\\Seen) UID 7 RFC822.SIZE ${whole.length} INTERNALDATE "19-Nov-2026 10:00:05 +0000")`,
    );
    expect(fetched('ENVELOPE')).toBe(
      '(ENVELOPE ("Thu, 19 Nov 2026 10:00:00 +0000" "=?utf-8?q?Gr=C3=BC=C3=9Fe?= and more" ' +
        '(("Anna" NIL "anna" "nordhafen.example")) (("Anna" NIL "anna" "nordhafen.example")) (("Anna" NIL "anna" "nordhafen.example")) ' +
        '((NIL NIL "Team" NIL)(NIL NIL "jo" "x.example")("Ida" NIL "ida" "x.example")(NIL NIL NIL NIL)(NIL NIL "solo" "y.example")) NIL NIL NIL NIL))',
    );
  });

  it('IMAP FETCH returns the structure, including attached messages', () => {
    const envelope =
      '(NIL "inner" (("Berg, Anna" NIL "anna" "nordhafen.example")) (("Berg, Anna" NIL "anna" "nordhafen.example")) (("Berg, Anna" NIL "anna" "nordhafen.example")) NIL NIL NIL NIL NIL)';
    expect(fetched('BODY')).toBe(
      `(BODY (("TEXT" "PLAIN" ("charset" "utf-8") NIL NIL "7BIT" 10 0)("MESSAGE" "RFC822" NIL NIL NIL "7BIT" ${inner.length} ${envelope} ` +
        `(("TEXT" "PLAIN" NIL NIL NIL "7BIT" 11 0)("TEXT" "HTML" NIL NIL NIL "7BIT" 12 0) "ALTERNATIVE") 11) "MIXED"))`,
    );
    expect(fetched('BODYSTRUCTURE')).toContain('("attachment" ("filename" "in.eml"))');
  });

  it.each([
    ['BODY[]', whole],
    ['BODY.PEEK[1]', 'first part'],
    ['BODY[2]', inner],
    ['BODY[2.HEADER]', `${inner.slice(0, inner.indexOf('\r\n\r\n'))}\r\n\r\n`],
    ['BODY[2.1]', 'plain inner'],
    ['BODY[2.2]', '<p>inner</p>'],
    ['BODY[2.2.MIME]', 'Content-Type: text/html\r\n\r\n'],
    ['BODY[HEADER.FIELDS (SUBJECT X-None)]', 'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n and more\r\n\r\n'],
    ['BODY[TEXT]<0.8>', 'preamble'],
    ['RFC822.TEXT', whole.slice(whole.indexOf('\r\n\r\n') + 4)],
  ])('IMAP FETCH returns %s', (what, text) => {
    const label = what.replace('.PEEK', '').replace('<0.8>', '<0>');
    expect(fetched(what)).toBe(`(${label} {${text.length}}\r\n${text})`);
  });

  it('IMAP FETCH returns nothing for a missing part', () => {
    expect(fetched('BODY[3]')).toBe('(BODY[3] NIL)');
    expect(fetched('BODY[1.HEADER]')).toBe('(BODY[1.HEADER] NIL)');
    expect(fetched('BODY[]<99999.5>')).toBe('(BODY[]<99999> "")');
    for (const wrong of ['BODY[MIME]', 'BODY[HEADER.FIELDS]', 'BODY[x]', 'FLAG', '"FLAGS"', 'BODY[]<1>'])
      expect(() => parseFetchItems(parseValues(wrong)[0])).toThrow();
  });
});

describe('parseMime', () => {
  it('parseMime accepts any data, and every part is inside the message', () => {
    const unit = fc.constantFrom(
      '--b',
      '--b--',
      '\r\n',
      '\n',
      'Content-Type: multipart/mixed; boundary=b',
      ' x',
      ':',
      '\0ü',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (pieces) => {
        const text = `Content-Type: multipart/mixed; boundary=b\r\n${pieces.join('')}`;
        const check = (part: ReturnType<typeof parseMime>): void => {
          expect(part.header.start).toBeLessThanOrEqual(part.header.end);
          expect(part.body.start).toBeLessThanOrEqual(part.body.end);
          expect(part.body.end).toBeLessThanOrEqual(text.length);
          part.parts.forEach(check);
        };
        check(parseMime(text));
        const odd = new Message(1, Buffer.from(text, 'latin1'), 0, []);
        writeFetched(odd, parseFetchItems(parseValues('(ENVELOPE BODYSTRUCTURE BODY[1] BODY[1.1.TEXT])')[0]));
      }),
      { numRuns: 300 },
    );
  });

  it('parseMime terminates on an endlessly nested message', () => {
    const deep = 'Content-Type: message/rfc822\r\n\r\n'.repeat(5000);
    expect(parseMime(deep).parts).toHaveLength(1);
  });
});

describe('IMAP sequence sets', () => {
  it('an IMAP sequence set contains a number or does not', () => {
    const set = parseNumberSet('2,4:5,8:*');
    expect([1, 2, 3, 4, 5, 6, 8, 9, 10].filter((number) => holds(set ?? [], number, 9))).toEqual([2, 4, 5, 8, 9]);
    expect(holds(parseNumberSet('20:*') ?? [], 9, 9)).toBe(true);
    for (const wrong of ['', '0', 'a', '1:', '1,,2', '-1', '1:2:3']) expect(parseNumberSet(wrong)).toBeNull();
  });

  it('numbers are written as the shortest IMAP sequence set', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (numbers) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        const set = parseNumberSet(formatNumbers(sorted)) ?? [];
        for (let number = 1; number <= 50; number++) expect(holds(set, number, 50)).toBe(sorted.includes(number));
      }),
    );
  });
});

describe('names of IMAP folders', () => {
  it('IMAP folder names round-trip', () => {
    expect(encodeFolderName('Entwürfe & mehr/日本')).toBe('Entw&APw-rfe &- mehr/&ZeVnLA-');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(encodeFolderName(name)).toMatch(/^[\x20-\x7e]*$/);
        expect(decodeFolderName(encodeFolderName(name))).toBe(name);
      }),
    );
  });

  it('IMAP folder names match patterns', () => {
    expect(['INBOX', 'Work/Old', 'Work'].filter((name) => folderMatches(name, '%'))).toEqual(['INBOX', 'Work']);
    expect(['INBOX', 'Work/Old', 'Work'].filter((name) => folderMatches(name, 'W*'))).toEqual(['Work/Old', 'Work']);
    expect(folderMatches('a'.repeat(200), '*a'.repeat(100))).toBe(true);
    expect(folderMatches('a'.repeat(200), `${'*a'.repeat(100)}b`)).toBe(false);
  });
});

describe('IMAP SEARCH', () => {
  const matches = (what: string): boolean =>
    parseSearch(parseValues(what), (text) => text.replace('=?utf-8?q?Gr=C3=BC=C3=9Fe?=', 'Grüße'))({
      message,
      number: 3,
      largestNumber: 5,
      largestUid: 9,
    });
  it.each([
    ['ALL', true],
    ['UNSEEN', false],
    ['SEEN NOT FLAGGED', true],
    ['SUBJECT "and MORE"', true],
    ['SUBJECT "GR\xc3\xbc\xc3\x9f"', true],
    ['FROM nobody', false],
    ['OR FROM nobody BODY "first part"', true],
    ['HEADER MIME-Version 1', true],
    ['UID 7', true],
    ['1:2', false],
    ['2:3', true],
    ['SINCE 19-Nov-2026 BEFORE 20-Nov-2026', true],
    ['SENTON 18-Nov-2026', false],
    ['(LARGER 10 (SMALLER 100000))', true],
    ['KEYWORD $x', false],
  ])('IMAP SEARCH %s matches: %s', (what, expected) => {
    expect(matches(what)).toBe(expected);
  });
  it.each(['', 'SINCE tomorrow', 'SUBJECT', 'FROB', '"x"', 'OR ALL'])('IMAP SEARCH refuses %s', (what) => {
    expect(() => matches(what)).toThrow();
  });
});

it('IMAP dates round-trip', () => {
  expect(readDate('17-Jul-2026 02:44:25 +0200')).toBe(Date.UTC(2026, 6, 17, 0, 44, 25));
  expect(readDate(' 1-Feb-2026')).toBe(Date.UTC(2026, 1, 1));
  expect(readDate('yesterday')).toBeNull();
  const time = Date.UTC(2026, 0, 2, 3, 4, 5);
  expect(readDate(writeDate(time))).toBe(time);
});
