import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OsharmError, UsageError } from './errors.ts';
import { checkAnswer, checkExtension, type ExtensionShape, errorFromProcess, isExtensionFault } from './extension.ts';

const shape: ExtensionShape = {
  kind: 'vector',
  fields: {
    name: 'text',
    parameters: 'schema',
    fit: 'function',
    carry: 'function',
    quick: 'boolean',
    notes: 'anything',
  },
  required: ['name', 'fit'],
  docs: 'docs/write/library.md',
};
const fit = () => ({});

describe('checkExtension', () => {
  it.each([
    ['an object with the required fields', { name: 'a', fit }],
    ['all optional fields', { name: 'a', fit, carry: fit, parameters: z.object({}), quick: false, notes: null }],
    ['state of its own', { name: 'a', fit, seen: [], fits: 3, _carrry: fit }],
    [
      'an object of a class with helpers',
      new (class {
        name = 'a';
        fit() {}
        helper() {}
      })(),
    ],
  ])('checkExtension accepts %s', (_, value) => {
    expect(() => checkExtension(value, shape, 'The vector')).not.toThrow();
  });

  it.each([
    ['nothing', undefined, 'The vector is nothing, not an object.'],
    ['a function', fit, 'is a function'],
    ['what it needs', { name: 'a' }, 'The vector has no "fit".'],
    ['a function as text', { name: 'a', fit: 'x' }, 'has the text "x" as "fit", not a function'],
    ['an empty name', { name: '', fit }, 'not a text'],
    ['parameters that are not a schema', { name: 'a', fit, parameters: { path: 'text' } }, 'not a zod schema'],
    ['a misspelled text', { nmae: 'a', fit }, 'Did you mean "name"?'],
    ['a misspelled function', { name: 'a', fit, carrry: fit }, 'Did you mean "carry"?'],
    ['a function in an object literal', { name: 'a', fit, helper: fit }, '"helper"'],
  ])('checkExtension refuses %s and explains why', (_, value, words) => {
    expect(() => checkExtension(value, shape, 'The vector')).toThrow(
      expect.objectContaining({ code: 'vector-invalid', message: expect.stringContaining(words) }),
    );
  });
});

it('a valid answer of an extension passes unchanged; an invalid one is quoted with what was expected', () => {
  const schema = z.strictObject({ holds: z.boolean() });
  const source = {
    kind: 'condition',
    name: 'lines',
    call: 'holds',
    expected: '{ holds: true | false }',
    docs: 'd.md',
  } as const;
  const answer = { holds: true };
  expect(checkAnswer(schema, answer, source)).toBe(answer);
  expect(() => checkAnswer(schema, true, source)).toThrow(
    expect.objectContaining({
      code: 'condition-invalid',
      message: 'The condition lines returned true from holds.',
      hint: 'Expected: { holds: true | false } (d.md).',
    }),
  );
  expect(() => checkAnswer(schema, { hold: true }, source)).toThrow(
    '"hold" is not a field of it (did you mean "holds"?)',
  );
});

it('the fault of an extension stays a usage error across processes', () => {
  const fault = errorFromProcess('m', { code: 'oracle-invalid', blame: 'task' });
  expect(fault).toBeInstanceOf(UsageError);
  expect(isExtensionFault(fault)).toBe(true);
  const other = errorFromProcess('m', { code: 'plugin-failed', blame: 'task' });
  expect(other).not.toBeInstanceOf(UsageError);
  expect(other).toBeInstanceOf(OsharmError);
  expect(isExtensionFault(other)).toBe(false);
});
