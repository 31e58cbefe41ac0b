import { z } from 'zod';
import { dateMeans, daysMean, monthMeans, timeMeans } from './dates.ts';
import { isNumberText, mentionsNumber } from './numbers.ts';
import { regexParameter } from './regex-parameter.ts';

/** How values are compared: by meaning, not by spelling. */
const kinds = {
  /** Ignores case, extra spaces, the style of quotes and dashes, quotes around the text, and final full stops. */
  text: (wanted, actual) => even(actual) === even(wanted),
  /** A person or a company. Accepts the family name first, titles, a role, a legal form, and a first name for its initial. */
  name: (wanted, actual) => [actual, actual.replace(role, '')].some((name) => isSameName(wanted, name)),
  /** A person by name, by the family name, or by one of `roles`, in any order. */
  person: (wanted, actual, { roles = [] }) => isPerson(wanted, roles, actual),
  account: (wanted, actual) => bare(actual).replace(/^(?:iban|account)/, '') === bare(wanted),
  mail: (wanted, actual) =>
    /^(?:[^<>@]*<)?(?:mailto:)?([^<>\s,;]+@[^<>\s,;]+?)>?$/i.exec(actual.trim())?.[1]?.toLowerCase() ===
    wanted.trim().toLowerCase(),
  phone: (wanted, actual) => phoneDigits(actual) === phoneDigits(wanted),
  /** With or without a unit, and with any digit grouping. */
  number: (wanted, actual) => isNumberText(actual, Number(wanted)),
  /** A text that contains this number, with any digit grouping. */
  'has-number': (wanted, actual) => mentionsNumber(actual, Number(wanted)),
  /** The same numbers in the same order: `2 + 1` matches `2 adults, 1 child`. */
  figures: (wanted, actual) => figuresOf(actual) === figuresOf(wanted),
  /** `12 March`, or the day of the month alone. */
  day: (wanted, actual) => dateMeans(actual, wanted, { isMonthNeeded: false }),
  /** `12 April 2026`: at least day and month. */
  date: (wanted, actual) => dateMeans(actual, wanted, { isMonthNeeded: true }),
  days: (wanted, actual) => daysMean(actual, wanted),
  month: (wanted, actual) => monthMeans(actual, wanted),
  time: (wanted, actual) => timeMeans(actual, wanted),
  /** A reference number, possibly with words around it, but with no other number. */
  reference: (wanted, actual) => {
    const rest = bare(actual).replace(bare(wanted), '\0');
    return rest.includes('\0') && !/\d/.test(rest) && !/[\d]\0|\0\d/.test(rest);
  },
  /** A case-insensitive regular expression for the whole field. */
  pattern: (wanted, actual) => new RegExp(`^(?:${wanted})$`, 'iu').test(even(actual)),
} satisfies Record<
  string,
  (wanted: string, actual: string, more: { roles?: readonly string[] | undefined }) => boolean
>;

type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as [Kind, ...Kind[]];

/** The expected value of a field. A plain value gets its kind from its form; an object names it. */
export const fieldValueSchema = z.union([
  z
    .union([z.string(), z.number()])
    .transform((value) => ({ as: kindOf(String(value)), value: String(value), roles: undefined })),
  z
    .strictObject({
      as: z.enum(kindNames),
      value: z.union([z.string(), z.number()]).transform(String),
      /** For `person`: how the documents refer to them, such as `father`. */
      roles: z.array(z.string().min(1)).min(1).optional(),
    })
    .refine(({ as, roles }) => roles === undefined || as === 'person', 'has roles, which only a person has')
    .refine(
      ({ as, value }) => as !== 'pattern' || regexParameter.safeParse(value).success,
      'is not a regular expression',
    ),
]);
export type FieldValue = z.output<typeof fieldValueSchema>;

export const means = (actual: string, { as, value, roles }: FieldValue): boolean => kinds[as](value, actual, { roles });

function kindOf(value: string): Kind {
  const text = value.trim();
  if (/^[A-Z]{2}\d{2}(?: ?\d{2,4}){2,}$/.test(text)) return 'account';
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'mail';
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return 'number';
  if (/^\d{1,2}:\d{2}$/.test(text)) return 'time';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date';
  if (/^\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b/.test(text))
    return 'date';
  return /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,2}$/u.test(text) ? 'name' : 'text';
}

const even = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2018\u2019`]/g, "'")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^["' ]+|["'. ]+$/g, '')
    .toLowerCase();

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

const titles = /^(?:mr|mrs|ms|miss|dr|prof|messrs|the)$/;
const forms = /^(?:ltd|limited|gmbh|inc|llc|plc|co|ag|kg)$/;

/** `, head of department`, `(landlord)`. */
const role = /\s*[,(]\s*\p{Ll}[\p{L} ]+\)?\s*$/u;

/** The words of a name, without titles and legal forms. */
const nameParts = (text: string): string[] =>
  even(text)
    .split(/[\s,-]+/)
    .map((part) => part.replace(/\.$/, ''))
    .filter((part) => part !== '' && !titles.test(part) && !forms.test(part));

/** True for equal words in any order. A wanted initial matches any first name that begins with it. */
function isSameName(wanted: string, actual: string): boolean {
  const rest = nameParts(actual);
  const parts = nameParts(wanted).sort((one, other) => other.length - one.length);
  for (const part of parts) {
    const same = rest.indexOf(part);
    const at = same === -1 && part.length === 1 ? rest.findIndex((word) => word.startsWith(part)) : same;
    if (at === -1) return false;
    rest.splice(at, 1);
  }
  return rest.length === 0;
}

/** `D. Orr`, `Mr Orr`, `father`, `father, D. Orr`, `Orr (her father)`. */
function isPerson(wanted: string, roles: readonly string[], actual: string): boolean {
  const known = roles.map((name) => even(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const withoutRoles =
    known.length === 0
      ? even(actual)
      : even(actual).replace(new RegExp(`\\b(?:(?:the|her|his|their|child's) )?(?:${known.join('|')})\\b`, 'g'), ' ');
  const rest = withoutRoles.replace(/[()/,;:-]+/g, ' ').trim();
  if (rest === '') return withoutRoles !== even(actual);
  const family = nameParts(wanted).sort((one, other) => other.length - one.length)[0] ?? '';
  return isSameName(wanted, rest) || isSameName(family, rest);
}

const figuresOf = (text: string): string => (text.match(/\d+/g) ?? []).map(Number).join(' ');

/** Replaces the German country code with a zero. */
const phoneDigits = (text: string): string => text.replace(/\D/g, '').replace(/^(?:00)?49(?=[1-9]\d{5})/, '0');
