import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandPiece, CommandReader } from './command-reader.ts';
import { parseCommand, parseValues, SyntaxFault, type Value } from './syntax.ts';
import { writeString } from './write-values.ts';

function read(bytes: string, chunk = bytes.length): CommandPiece[] {
  const reader = new CommandReader();
  const pieces: CommandPiece[] = [];
  for (let at = 0; at < bytes.length; at += Math.max(1, chunk))
    pieces.push(...reader.push(Buffer.from(bytes.slice(at, at + Math.max(1, chunk)), 'latin1')));
  return pieces;
}

function commands(bytes: string, chunk?: number) {
  return read(bytes, chunk).flatMap((piece) => (piece.kind === 'command' ? [parseCommand(piece.raw)] : []));
}

const atom = (text: string): Value => ({ kind: 'atom', text });
const string = (text: string): Value => ({ kind: 'string', text });

describe('parsing an IMAP command', () => {
  it('an IMAP command has a tag, a name and values', () => {
    expect(commands('a1 NOOP\r\n')).toEqual([{ tag: 'a1', name: 'NOOP', args: [] }]);
    expect(commands('A001 login "us\\"er" pass\r\n')).toEqual([
      { tag: 'A001', name: 'LOGIN', args: [string('us"er'), atom('pass')] },
    ]);
    expect(commands('3 uid store 1:* +FLAGS (\\Seen $Label1)\r\n')).toEqual([
      {
        tag: '3',
        name: 'UID STORE',
        args: [atom('1:*'), atom('+FLAGS'), { kind: 'list', items: [atom('\\Seen'), atom('$Label1')] }],
      },
    ]);
  });

  it('the body section of an IMAP command stays one value', () => {
    const [command] = commands('a FETCH 1 (UID BODY.PEEK[HEADER.FIELDS (Subject "To")]<0.10> BODY[1.2.MIME])\r\n');
    expect(command?.args[1]).toEqual({
      kind: 'list',
      items: [atom('UID'), atom('BODY.PEEK[HEADER.FIELDS (Subject "To")]<0.10>'), atom('BODY[1.2.MIME]')],
    });
  });

  it('IMAP literals of both kinds may contain line ends, brackets and quotes', () => {
    const bytes = 'a APPEND "x y" (\\Seen) {8}\r\n()"\r\n{1}\r\nb LOGIN {2+}\r\nme {0}\r\n\r\nc NOOP\n';
    for (let chunk = 1; chunk <= bytes.length; chunk++) {
      expect(commands(bytes, chunk)).toEqual([
        {
          tag: 'a',
          name: 'APPEND',
          args: [string('x y'), { kind: 'list', items: [atom('\\Seen')] }, string('()"\r\n{1}')],
        },
        { tag: 'b', name: 'LOGIN', args: [string('me'), string('')] },
        { tag: 'c', name: 'NOOP', args: [] },
      ]);
      expect(read(bytes, chunk).filter((piece) => piece.kind === 'go-on')).toHaveLength(2);
    }
  });

  it.each([
    'a',
    '',
    ' a NOOP',
    'a1 FETCH 1 (',
    'a1 FETCH 1 )',
    'a1 LOGIN "x',
    'a1 FETCH 1 BODY[',
    'a1 UID',
    'a1 X {x}',
  ])('an invalid IMAP command is refused: %s', (line) => {
    expect(() => parseCommand({ text: [line], literals: [] })).toThrow(SyntaxFault);
  });

  it('the error of an invalid IMAP command has its tag', () => {
    expect(() => parseCommand({ text: ['a7 FETCH 1 ('], literals: [] })).toThrow(
      expect.objectContaining({ tag: 'a7' }),
    );
  });

  it('an IMAP command that never ends is too long', () => {
    expect(read('x'.repeat(300_000)).at(-1)).toEqual({ kind: 'too-long' });
    expect(read('a APPEND x {999999999999}\r\n').at(-1)).toEqual({ kind: 'too-long' });
  });
});

describe('CommandReader.rest', () => {
  it('CommandReader.rest returns the part of an interrupted command', () => {
    const reader = new CommandReader();
    reader.push(Buffer.from('a APPEND Sent {100}\r\nSubject: ha'));
    expect(reader.rest()).toEqual({ text: ['a APPEND Sent {100}'], literals: [Buffer.from('Subject: ha')] });
    expect(new CommandReader().rest()).toBeNull();
  });
});

describe('properties of IMAP commands', () => {
  const values = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.stringMatching(/^[A-Za-z0-9$\\+][A-Za-z0-9:*,.$+-]{0,8}$/).map(atom),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => string(Buffer.from(bytes).toString('latin1'))),
      fc.array(tie('value'), { maxLength: 4 }).map((items): Value => ({ kind: 'list', items })),
    ),
  }));
  const written = (value: Value): string =>
    value.kind === 'list'
      ? `(${value.items.map(written).join(' ')})`
      : value.kind === 'atom'
        ? value.text
        : writeString(value.text);

  it('a written IMAP command reads back, however it is split', () => {
    fc.assert(
      fc.property(fc.array(values.value, { maxLength: 5 }), fc.integer({ min: 1, max: 30 }), (args, chunk) => {
        const line = ['t1 XTEST', ...args.map(written)].join(' ');
        expect(commands(`${line}\r\n`, chunk)).toEqual([{ tag: 't1', name: 'XTEST', args }]);
      }),
    );
  });

  it('any data is read as IMAP commands or refused', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'a1 (){}[]"\\+*\r\n<>.0~'), maxLength: 60 });
    fc.assert(
      fc.property(odd, (text) => {
        for (const piece of read(`${text}\r\n`)) {
          if (piece.kind !== 'command') continue;
          try {
            parseCommand(piece.raw);
          } catch (error) {
            expect(error).toBeInstanceOf(SyntaxFault);
          }
        }
        try {
          parseValues(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxFault);
        }
      }),
      { numRuns: 500 },
    );
  });
});
