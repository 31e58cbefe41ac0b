import { describe, expect, it } from 'vitest';
import { decimalNumber, portNumber, wholeNumber } from './number-arguments.ts';

describe('numeric flags', () => {
  it('integer flags must be in their range', () => {
    expect(wholeNumber(1)('12')).toBe(12);
    for (const text of ['0', '-1', '1.5', '', ' ', '0x10', '1e3', 'two'])
      expect(() => wholeNumber(1)(text), text).toThrow('It must be a whole number from 1 on.');
    expect(() => wholeNumber(320, 7680)('319')).toThrow('It must be a whole number from 320 to 7680.');
  });

  it('ports are at most 65535, and 0 is allowed', () => {
    expect([portNumber('0'), portNumber('65535')]).toEqual([0, 65_535]);
    for (const text of ['65536', '', '-1']) expect(() => portNumber(text), text).toThrow('from 0 to 65535');
  });

  it('decimal flags are accepted', () => {
    expect(['0', '5', '0.50', '.5'].map(decimalNumber)).toEqual([0, 5, 0.5, 0.5]);
    for (const text of ['', '.', '1.', '-1', '1e3', 'Infinity', '$5'])
      expect(() => decimalNumber(text), text).toThrow('It must be a number of at least 0');
  });
});
