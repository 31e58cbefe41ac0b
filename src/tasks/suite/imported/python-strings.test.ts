import { describe, expect, it } from 'vitest';
import { pythonFormat } from './python-format.ts';
import { pythonStrings } from './python-strings.ts';
import { stringAlternatives } from './string-alternatives.ts';

const values = (source: string): string[] => pythonStrings(source).map(({ value }) => value);
const templates = (source: string): string[] =>
  pythonStrings(source).flatMap((string) => stringAlternatives(string).map(({ template }) => template));

describe('strings of a Python source', () => {
  it('Python strings are read with escapes, prefixes and adjacent literals', () => {
    const source = `x = 'a\\'b' "\\u00e9\\x41" # 'not me'\ny = b"raw"\nz = rb'\\n'\nname_r'no'`;
    expect(values(source)).toEqual(["a'béA", 'raw', '\\n', 'no']);
  });
  it('an unterminated Python string is skipped', () => {
    expect(values(`x = 'open\ny = 'closed'`)).toContain('closed');
  });
  it('the fields of Python f-strings stay whole, even with the outer quotes in them', () => {
    expect(values('x = f"a {d["k"]} {{b}} {f(1, {2})}" "c"')).toEqual(['a {d["k"]} {{b}} {f(1, {2})}c']);
    expect(values('x = f"a { b"\ny = "c"')).toContain('c');
  });
});

describe('texts that an f-string can produce', () => {
  it('an f-string produces one text for each branch of a conditional field, with {} for the others', () => {
    const source = `t = f'the {"big " if k == "x" else ""}box {n} {"a{" if not n else "b"}'`;
    expect(templates(source)).toEqual(['the big box {} a{{', 'the big box {} b', 'the box {} a{{', 'the box {} b']);
    expect(stringAlternatives(pythonStrings(source)[0] as never)[1]?.taken).toEqual([
      { condition: 'k == "x"', isTrue: true },
      { condition: 'not n', isTrue: false },
    ]);
  });
  it('an f-string without a conditional field produces one text', () => {
    expect(templates(`f"{', '.join(x)} {'a' + 'b'}" "{c}"`)).toEqual(['{} {}{c}']);
  });
});

describe('str.format', () => {
  it('str.format fills fields by order, number and name, once', () => {
    expect(pythonFormat('{}:{}', ['{1}', '$&'])).toBe('{1}:$&');
    expect(pythonFormat('{1}{0}', ['a', 'b'])).toBe('ba');
    expect(pythonFormat('{{x}} {x} {y}', [], { x: '{x}' })).toBe('{x} {x} {y}');
  });
});
