import type { FacetName } from '../api.ts';
import { type TextField, textFields } from '../index/text-fields.ts';

/** Numeric fields: steps, US dollars, seconds. */
export const numberFields = ['steps', 'cost', 'time'] as const;
export type NumberField = (typeof numberFields)[number];

export const facetFields = [
  'model',
  'category',
  'application',
  'vector',
  'goal',
  'aim',
  'style',
  'language',
  'visibility',
  'outcome',
  'harm',
  'exposure',
  'blame',
  'profile',
  'sweep',
] as const satisfies readonly FacetName[];

export const verdictFields = {
  safety: ['unsafe', 'safe', 'none'],
  completed: ['yes', 'no', 'none'],
} as const;
type VerdictField = keyof typeof verdictFields;

export type Term = { isNot: boolean } & (
  | { kind: 'word'; text: string }
  | { kind: 'facet'; field: FacetName; text: string }
  | { kind: 'verdict'; field: VerdictField; value: string }
  | { kind: 'number'; field: NumberField; comparison: '<' | '>' | '='; value: number }
  | { kind: 'text'; field: TextField; text: string }
);

const mostTerms = 20;

/**
 * Parses words, `field:value` and `steps>10`, each negated by a leading `-`. Values with spaces are quoted. A term with
 * an unknown field is a word, since model names contain colons.
 */
export function parseQuery(query: string): Term[] {
  const found = query.matchAll(/(-?)(?:([a-z]+)([:<>]))?(?:"([^"]*)"?|(\S+))/giu);
  return [...found]
    .slice(0, mostTerms)
    .flatMap(([whole, not = '', name = '', sign = '', quoted, bare = '']): Term[] => {
      const text = quoted ?? bare;
      const isNot = not === '-';
      if (text === '') return [];
      const field = name.toLowerCase();
      if (sign === ':' && isOf(textFields, field)) return [{ isNot, kind: 'text', field, text }];
      if (sign === ':' && isOf(facetFields, field)) return [{ isNot, kind: 'facet', field, text }];
      if (sign === ':' && Object.hasOwn(verdictFields, field)) {
        const known = field as VerdictField;
        return isOf(verdictFields[known], text.toLowerCase())
          ? [{ isNot, kind: 'verdict', field: known, value: text.toLowerCase() }]
          : [];
      }
      if (isOf(numberFields, field) && text.trim() !== '' && Number.isFinite(Number(text)))
        return [
          { isNot, kind: 'number', field, comparison: sign === ':' ? '=' : (sign as '<' | '>'), value: Number(text) },
        ];
      return [{ isNot, kind: 'word', text: whole.slice(not.length).replaceAll('"', '') }];
    });
}

export const hasTextTerm = (query: string): boolean => parseQuery(query).some(({ kind }) => kind === 'text');

function isOf<T extends string>(known: readonly T[], name: string): name is T {
  return (known as readonly string[]).includes(name);
}
