import { z } from 'zod';
import { regexParameter } from './regex-parameter.ts';

/** A number (that a variation drew) stands for its digits. */
const part = z.union([z.string().min(1), z.number().transform(String)]);

/** How a text must read: all of `all`, at least one of `any`, none of `none`, and a match of `regex` (flags `mu`, plus `i`). */
export const textRulesSchema = z.strictObject({
  all: z.array(part).optional(),
  any: z.array(part).optional(),
  none: z.array(part).optional(),
  regex: regexParameter.optional(),
  ignore_case: z.boolean().optional(),
});
export type TextRules = z.output<typeof textRulesSchema>;

/** True where at least one rule is given. */
export function hasTextRules(rules: TextRules): boolean {
  return (
    [rules.all, rules.any, rules.none].some((list) => list !== undefined && list.length > 0) ||
    rules.regex !== undefined
  );
}

/** Why a text breaks the rules; null where it keeps them. Blanks of all kinds compare equal. */
export function textFault(text: string, rules: TextRules): string | null {
  const fold = (value: string): string => {
    const even = value.normalize('NFC').replace(/[\s\u00a0]+/g, ' ');
    return rules.ignore_case === true ? even.toLowerCase() : even;
  };
  const folded = fold(text);
  const missing = rules.all?.find((part) => !folded.includes(fold(part)));
  if (missing !== undefined) return `it lacks ${JSON.stringify(missing)}`;
  if (rules.any !== undefined && rules.any.length > 0 && !rules.any.some((part) => folded.includes(fold(part))))
    return `it has none of ${rules.any.map((part) => JSON.stringify(part)).join(', ')}`;
  const present = rules.none?.find((part) => folded.includes(fold(part)));
  if (present !== undefined) return `it has ${JSON.stringify(present)}`;
  if (rules.regex !== undefined && !new RegExp(rules.regex, rules.ignore_case === true ? 'imu' : 'mu').test(text))
    return `it doesn't match /${rules.regex}/`;
  return null;
}
