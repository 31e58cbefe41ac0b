import { describe, expect, it } from 'vitest';
import { isNumberText } from './numbers.ts';

describe('numbers written as text', () => {
  it.each([
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ["CHF 1'234.50", 1234.5],
    ['1462,-', 1462],
    ['12.5 kg', 12.5],
    ['1,234', 1234],
    ['1,234', 1.234],
    ['(1,234.50)', -1234.5],
    ['(EUR 12)', -12],
    ['$(12.00)', -12],
    ['1234.5-', -1234.5],
    ['1234.50 EUR-', -1234.5],
    ['-$5', -5],
    ['- EUR 5', -5],
    ['−5', -5],
  ])('the text %s is the number %d', (text, number) => expect(isNumberText(text, number, 0.005)).toBe(true));

  it.each([
    ['(1,234.50)', 1234.5],
    ['1234.5-', 1234.5],
    ['-$5', 5],
    ['−5', 5],
    ['1.234,50', 1.234],
    ['1,234.50', 1.2345],
    ['1,234,567.5', 1.234],
    ['4 or 5', 5],
  ])('the text %s is not the number %d', (text, number) => expect(isNumberText(text, number, 0.005)).toBe(false));
});
