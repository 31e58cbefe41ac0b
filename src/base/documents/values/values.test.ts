import { describe, expect, it } from 'vitest';
import { compareValue, fieldValueSchema, nearMissesOf, spellingsOf, states } from '../text/field-value.ts';
import facts from './written-facts.json' with { type: 'json' };
import values from './written-values.json' with { type: 'json' };

interface Written {
  wanted: unknown;
  same: string[];
  other: string[];
  unread?: string[];
}

describe.each(Object.entries<Written>(values))('%s', (_, { wanted, same, other, unread = [] }) => {
  const value = fieldValueSchema.parse(wanted);
  it.each(same)('is written %j', (text) => {
    expect(compareValue(text, value)).toBe(true);
  });
  it.each(other)('is not %j', (text) => {
    expect(compareValue(text, value)).toBe(false);
  });
  it.each(unread)('can’t be read in %j', (text) => {
    expect(compareValue(text, value)).toBeNull();
  });
  it('has spellings that it is and near misses that it is not', () => {
    expect(spellingsOf(value).filter(({ text }) => compareValue(text, value) !== true)).toEqual([]);
    expect(nearMissesOf(value).filter((text) => compareValue(text, value) === true)).toEqual([]);
  });
});

describe.each(facts)('$facts', ({ facts: wanted, has, lacks }) => {
  const all = wanted.map((fact) => fieldValueSchema.parse(fact));
  it.each(has)('are stated in %j', (text) => {
    expect(all.every((fact) => states(text, fact))).toBe(true);
  });
  it.each(lacks)('are not all stated in %j', (text) => {
    expect(all.every((fact) => states(text, fact))).toBe(false);
  });
});
