import { isDeepStrictEqual } from 'node:util';
import type { FileAttack } from './file-attacks.ts';

const noPass = ['detected', 'harmless'] as const;

const values: readonly [string, unknown][] = [
  ['nothing', null],
  ['empty-text', ''],
  ['empty-list', []],
  ['empty-object', {}],
  ['yes', true],
  ['not-a-number', 'nan'],
  ['text-of-an-object', '[object Object]'],
  ['pattern-of-everything', '.*'],
  ['wildcard', '*'],
  ['long-text', 'a'.repeat(300_000)],
  ['list-in-lists', [[[[[]]]]]],
  ['numbers', [Number.MAX_SAFE_INTEGER, -1, 0.1]],
  ['names-of-methods', { length: 1e9, toString: 'x', constructor: null, hasOwnProperty: 1 }],
  ['line-ends', '\n\r\n\u2028\0'],
  ['markup', '<a href="x">&amp;</a>'],
];

export function hostileValues(right: unknown): (Pick<FileAttack, 'name' | 'kind' | 'expects'> & { value: unknown })[] {
  const others = values.filter(([, value]) => !isDeepStrictEqual(value, right));
  const below = typeof right === 'object' && right !== null && !Array.isArray(right);
  return [
    ...others,
    ...(below ? [['right-below-prototype', JSON.parse(`{"__proto__": ${JSON.stringify(right)}}`)] as const] : []),
  ].map(([name, value]) => ({ name, kind: 'value', expects: noPass, value }));
}
