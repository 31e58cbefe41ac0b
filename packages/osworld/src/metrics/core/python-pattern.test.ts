import { describe, expect, it } from 'vitest';
import { MetricFault } from '../../../../../src/base/documents/metric-fault.ts';
import { pythonPattern } from './python-pattern.ts';

/** What CPython 3.11's `re.search(pattern, text, flags)` finds; `fault` where it raises. */
describe('pythonPattern', () => {
  it.each<[string, string[], string, boolean | 'fault']>([
    ['foo$', [], 'foo\n', true],
    ['^a$', [], 'a\n', true],
    ['a$', ['M'], 'a\nb', true],
    ['^b', ['M'], 'a\nb', true],
    ['^b', [], 'a\nb', false],
    ['\\w+$', [], '\u{e9}', true],
    ['^\\d$', [], '\u{663}', true],
    ['.', [], '\u{2028}', true],
    ['.', [], '\r', true],
    ['a.b', [], 'a\nb', false],
    ['a.b', ['S'], 'a\nb', true],
    ['[]a]b', [], ']b', true],
    ['[^]]', [], ']', false],
    ['a{,2}b', [], 'aab', true],
    ['a{x}', [], 'a{x}', true],
    ['{}', [], '{}', true],
    ['\\Aab\\Z', [], 'ab\n', false],
    ['(?P<n>a)(?P=n)', [], 'aa', true],
    ['(a)\\1', [], 'aa', true],
    ['(?i)HELLO', [], 'hello', true],
    ['\u{e9}', ['I'], '\u{c9}', true],
    ['[&&]', [], '&', true],
    ['[--/]', [], '.', true],
    ['\\b\u{e9}\\b', [], 'x \u{e9} y', true],
    ['\\s', [], '\u{feff}', false],
    ['\\s', [], '\u{1c}', true],
    ['^.$', [], '\u{1f600}', true],
    ['^$', [], '\u{1f600}\n', false],
    ['a(?#no)b', [], 'ab', true],
    ['\\e', [], 'e', 'fault'],
    ['a**', [], 'a', 'fault'],
    ['[a', [], 'a', 'fault'],
    ['\\-\\"\\:', [], '-":', true],
  ])('the Python pattern %s %j in %j matches: %s', (pattern, flags, text, found) => {
    if (found === 'fault') expect(() => pythonPattern(pattern, flags)).toThrow(MetricFault);
    else expect(pythonPattern(pattern, flags).test(text)).toBe(found);
  });
});
