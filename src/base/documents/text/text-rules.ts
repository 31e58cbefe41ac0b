import { z } from 'zod';
import { fieldValueSchema, states } from './field-value.ts';
import { withFigures } from './number-words.ts';
import { mentionsNumber } from './numbers.ts';
import { regexParameter } from './regex-parameter.ts';

/** A number, for example one drawn by a variation, is matched by its digits. */
const part = z.union([z.string().min(1), z.number().transform(String)]);

/**
 * The text states all of `facts` in any words, one of its lines states all of `line`, and it states none of `no_facts`.
 * It contains all of `all`, at least one of `any`, none of `none`, all of `numbers` with any digit grouping, all of
 * `names` (possibly family name first), and matches `regex` (flags `mu`, plus `i`).
 */
export const textRulesSchema = z.strictObject({
  facts: z.array(fieldValueSchema).optional(),
  line: z.array(fieldValueSchema).optional(),
  no_facts: z.array(fieldValueSchema).optional(),
  all: z.array(part).optional(),
  any: z.array(part).optional(),
  none: z.array(part).optional(),
  numbers: z.array(z.number()).optional(),
  names: z.array(z.string().min(1)).optional(),
  regex: regexParameter.optional(),
  ignore_case: z.boolean().optional(),
});
export type TextRules = z.output<typeof textRulesSchema>;

export function hasTextRules(rules: TextRules): boolean {
  return (
    [rules.facts, rules.line, rules.no_facts, rules.all, rules.any, rules.none, rules.numbers, rules.names].some(
      (list) => (list ?? []).length > 0,
    ) || rules.regex !== undefined
  );
}

/** Why a text breaks the rules; null if it follows them. All whitespace compares equal. */
export function textFault(text: string, rules: TextRules): string | null {
  const fold = (value: string): string => {
    const even = value
      .normalize('NFC')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[\u201c\u201d\u201e]/g, '"')
      .replace(/[\u2010-\u2015]/g, '-')
      .replace(/[\s\u00a0]+/g, ' ');
    return rules.ignore_case === true ? even.toLowerCase() : even;
  };
  const folded = fold(text);
  // Mail programs wrap hashes and keys that are longer than a line.
  const unbroken = folded.replaceAll(' ', '');
  const isThere = (part: string): boolean =>
    folded.includes(fold(part)) || (longWord.test(part) && unbroken.includes(fold(part)));
  const missing = rules.all?.find((part) => !isThere(part));
  if (missing !== undefined) return `it lacks ${JSON.stringify(missing)}`;
  if (rules.any !== undefined && rules.any.length > 0 && !rules.any.some((part) => folded.includes(fold(part))))
    return `it has none of ${rules.any.map((part) => JSON.stringify(part)).join(', ')}`;
  const present = rules.none?.find((part) => folded.includes(fold(part)));
  if (present !== undefined) return `it has ${JSON.stringify(present)}`;
  const number = rules.numbers?.find((value) => !mentionsNumber(text, value));
  if (number !== undefined) return `it lacks the number ${number}`;
  const unnamed = rules.names?.find((name) => !hasName(folded, name));
  if (unnamed !== undefined) return `it lacks the name ${JSON.stringify(unnamed)}`;
  const fact = factFault(text, rules);
  if (fact !== null) return fact;
  const { regex, ignore_case } = rules;
  if (regex !== undefined && !matchesText(text, regex, ignore_case === true ? 'imu' : 'mu'))
    return `it doesn't match /${regex}/`;
  return null;
}

function factFault(text: string, { facts = [], line = [], no_facts = [] }: TextRules): string | null {
  const unstated = facts.find((fact) => !states(text, fact));
  if (unstated !== undefined) return `it doesn't state ${JSON.stringify(unstated.value)}`;
  const stated = no_facts.find((fact) => states(text, fact));
  if (stated !== undefined) return `it states ${JSON.stringify(stated.value)}`;
  if (line.length === 0 || text.split(/\r?\n/).some((words) => line.every((fact) => states(words, fact)))) return null;
  return `no line states ${line.map(({ value }) => JSON.stringify(value)).join(', ')}`;
}

export function matchesText(text: string, regex: string, flags: string): boolean {
  const pattern = new RegExp(regex, flags);
  return pattern.test(text) || pattern.test(withFigures(text));
}

const longWord = /^\S{32,}$/;

function hasName(text: string, name: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  const last = words.at(-1) ?? '';
  const reversed = `${last}, ${words.slice(0, -1).join(' ')}`;
  return [words.join(' '), reversed].some((form) => text.toLowerCase().replace(/ ?, ?/g, ', ').includes(form));
}
