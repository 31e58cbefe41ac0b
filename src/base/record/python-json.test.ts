import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonFloat, pythonFloat, pythonJson } from './python-json.ts';

describe('pythonJson', () => {
  it('pythonJson writes like json.dumps', () => {
    const value = { a: [1, new PythonFloat(1), 0.9, true, null], 'é"\\': 'x\ty\u007f\u{1f600}\n', empty: {}, none: [] };
    expect(pythonJson(value)).toBe(
      '{"a": [1, 1.0, 0.9, true, null], "\\u00e9\\"\\\\": "x\\ty\\u007f\\ud83d\\ude00\\n", "empty": {}, "none": []}',
    );
  });

  it('pythonJson writes like json.dump(…, indent=2)', () => {
    expect(pythonJson({ a: [1, 2], b: {}, c: [] }, { indent: 2 })).toBe(
      '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {},\n  "c": []\n}',
    );
  });

  it('pythonJson writes numbers as Python does and omits undefined values', () => {
    expect(pythonJson([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 1e21, 1e15, 0.00001])).toBe(
      '[NaN, Infinity, -Infinity, 0, 1000000000000000000000, 1000000000000000, 1e-05]',
    );
    expect(pythonJson({ a: undefined, b: false, c: '\b\f\r' })).toBe('{"b": false, "c": "\\b\\f\\r"}');
    expect(pythonJson([{ a: [1] }], { indent: 1 })).toBe('[\n {\n  "a": [\n   1\n  ]\n }\n]');
  });

  it('pythonJson reads back for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = pythonJson(value as Parameters<typeof pythonJson>[0]);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).toMatch(/^[ -~]*$/);
      }),
    );
  });

  it.each([
    [1, '1.0'],
    [0.9, '0.9'],
    [1e-5, '1e-05'],
    [0.0001, '0.0001'],
    [0.00012, '0.00012'],
    [12.5, '12.5'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [1e16, '1e+16'],
    [1e15, '1000000000000000.0'],
    [123456789012345680, '1.2345678901234568e+17'],
    [-2.5, '-2.5'],
    [0, '0.0'],
    [-0, '-0.0'],
    [0.1 + 0.2, '0.30000000000000004'],
  ])('pythonJson prints the float %d as Python does', (value, text) => {
    expect(pythonFloat(value)).toBe(text);
  });

  it('pythonJson prints floats that read back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
        Object.is(Number(pythonFloat(value)), value),
      ),
    );
  });
});
