import { z } from 'zod';
import { evenText } from '../values/dictated-text.ts';
import { statesValue } from '../values/facts.ts';
import { valueKinds } from '../values/kinds.ts';
import { setOf } from '../values/status.ts';
import { statusSets } from '../values/status-words.ts';
import type { Spelling, WantedValue, WrittenKind } from '../values/written-kind.ts';
import { monthNames } from './dates.ts';
import { regexParameter } from './regex-parameter.ts';

/** A case-insensitive regular expression for the whole text. Its matches are not listed, so it has no spellings. */
const pattern: WrittenKind = {
  means: (text, { value }) => new RegExp(`^(?:${value})$`, 'iu').test(evenText(text)),
  spellings: () => [],
  nearMisses: () => [],
};

/** How values are compared: by meaning, not by spelling. */
const kinds = { ...valueKinds, pattern };
type KindName = keyof typeof kinds;
const kindNames = Object.keys(kinds) as [KindName, ...KindName[]];

const written = z.union([z.string(), z.number()]).transform(String);
const names = z.array(z.union([z.string().min(1), z.number()]).transform(String)).min(1);

/** The expected value of a field. A plain value gets its kind from its form; an object names it. */
export const fieldValueSchema = z.union([
  written.transform((value) => ({ as: kindOf(value), value })),
  z
    .strictObject({
      as: z.enum(kindNames),
      value: z.union([
        written,
        z
          .array(written)
          .min(1)
          .transform((items) => items.join('\n')),
      ]),
      /** For `person`: how the documents refer to them, such as `father`. */
      roles: names.optional(),
      /** Other names that the documents use. */
      known_as: names.optional(),
      /** For `status`: a shared set of values. */
      set: z.enum(Object.keys(statusSets) as [string, ...string[]]).optional(),
      /** For `status`: values with their synonyms, in addition to those of `set`. */
      words: z.record(z.string(), names).optional(),
    })
    .superRefine(addFaults),
]);
export type FieldValue = z.output<typeof fieldValueSchema>;

const named: ReadonlySet<KindName> = new Set(['text', 'name', 'person', 'place', 'number', 'item', 'mention']);

function addFaults(field: WantedValue & { as: KindName }, context: z.RefinementCtx): void {
  const add = (message: string): void => void context.addIssue({ code: 'custom', message });
  const { as, value, roles, known_as: knownAs, set, words } = field;
  if (roles !== undefined && as !== 'person') add('has roles, which only a person has');
  if (knownAs !== undefined && !named.has(as)) add(`has known_as, which a ${as} has not`);
  if (as !== 'status' && (set !== undefined || words !== undefined)) add('has set or words, which only a status has');
  if (as === 'status' && Object.keys(setOf(field)).length < 2) add('is a status without its set: add `set` or `words`');
  if (as === 'status' && set !== undefined && setOf(field)[value]?.length === 1)
    add(`is not a value of the set ${set}: ${Object.keys(statusSets[set] ?? {}).join(', ')}`);
  if (as === 'pattern' && !regexParameter.safeParse(value).success) add('is not a regular expression');
}

/** Whether a text is the value; null if it can't be read as a value of its kind. */
export const compareValue = (text: string, value: FieldValue): boolean | null => kinds[value.as].means(text, value);

export const means = (text: string, value: FieldValue): boolean => compareValue(text, value) === true;

/** Whether a text states the value in some of its words. */
export const states = (text: string, value: FieldValue): boolean =>
  value.as === 'list'
    ? value.value.split('\n').every((item) => statesValue(text, kinds.text, { value: item }))
    : statesValue(text, kinds[value.as], value);

export const spellingsOf = (value: FieldValue): readonly Spelling[] => kinds[value.as].spellings(value);

export const nearMissesOf = (value: FieldValue): readonly string[] => kinds[value.as].nearMisses(value);

const dayAndMonth = new RegExp(`^\\d{1,2} (?:${monthNames.join('|')})\\b`);

function kindOf(value: string): KindName {
  const text = value.trim();
  if (/^[A-Z]{2}\d{2}(?: ?\d{2,4}){2,}$/.test(text)) return 'account';
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'mail';
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return 'number';
  if (/^\d{1,2}:\d{2}$/.test(text)) return 'time';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date';
  if (dayAndMonth.test(text)) return 'date';
  return /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,2}$/u.test(text) ? 'name' : 'text';
}
