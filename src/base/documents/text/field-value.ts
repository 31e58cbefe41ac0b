import { z } from 'zod';
import { dateMeans, daysMean, monthMeans, timeMeans } from './dates.ts';
import { isNumberText, mentionsNumber } from './numbers.ts';
import { regexParameter } from './regex-parameter.ts';

/** How a value is compared: as what it means to whoever reads the field, not as it is typed. */
const kinds = {
  /** The same words: case, blanks, quotation marks and a full stop at the end count for nothing. */
  text: (wanted, actual) => even(actual) === even(wanted),
  /** A person or a firm: also family name first, with a title, a role or the form of the firm. */
  name: (wanted, actual) => [actual, actual.replace(role, '')].some((name) => nameParts(name) === nameParts(wanted)),
  account: (wanted, actual) => bare(actual).replace(/^(?:iban|account)/, '') === bare(wanted),
  mail: (wanted, actual) =>
    /^(?:[^<>@]*<)?(?:mailto:)?([^<>\s,;]+@[^<>\s,;]+?)>?$/i.exec(actual.trim())?.[1]?.toLowerCase() ===
    wanted.trim().toLowerCase(),
  phone: (wanted, actual) => phoneDigits(actual) === phoneDigits(wanted),
  /** A number with or without its unit, however its digits are grouped. */
  number: (wanted, actual) => isNumberText(actual, Number(wanted)),
  /** A text that has this number, however its digits are grouped, beside others. */
  'has-number': (wanted, actual) => mentionsNumber(actual, Number(wanted)),
  /** The same numbers in the same order, whatever stands between them: `2 + 1` as `2 adults, 1 child`. */
  figures: (wanted, actual) => figuresOf(actual) === figuresOf(wanted),
  /** `12 March`: the day alone is enough. */
  day: (wanted, actual) => dateMeans(actual, wanted, { isMonthNeeded: false }),
  /** `12 April 2026`: day and month. */
  date: (wanted, actual) => dateMeans(actual, wanted, { isMonthNeeded: true }),
  /** `4-6 May`: first and last day. */
  days: (wanted, actual) => daysMean(actual, wanted),
  /** `April 2026`. */
  month: (wanted, actual) => monthMeans(actual, wanted),
  /** `7:05`, on the clock of 24 hours. */
  time: (wanted, actual) => timeMeans(actual, wanted),
  /** A number of a paper among words that say what it is, and no other number. */
  reference: (wanted, actual) => {
    const rest = bare(actual).replace(bare(wanted), '\0');
    return rest.includes('\0') && !/\d/.test(rest) && !/[\d]\0|\0\d/.test(rest);
  },
  /** A regular expression for the whole field, case ignored. */
  pattern: (wanted, actual) => new RegExp(`^(?:${wanted})$`, 'iu').test(even(actual)),
} satisfies Record<string, (wanted: string, actual: string) => boolean>;

type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as [Kind, ...Kind[]];

/** What a field must say: a value, whose kind is seen from its form, or one of a kind that is named. */
export const fieldValueSchema = z.union([
  z.union([z.string(), z.number()]).transform((value) => ({ as: kindOf(String(value)), value: String(value) })),
  z
    .strictObject({ as: z.enum(kindNames), value: z.union([z.string(), z.number()]).transform(String) })
    .refine(({ as, value }) => as !== 'pattern' || regexParameter.safeParse(value).success, 'is no regular expression'),
]);
export type FieldValue = z.output<typeof fieldValueSchema>;

/** True where a field that reads so says what it must. */
export const means = (actual: string, { as, value }: FieldValue): boolean => kinds[as](value, actual);

/** The kind of a value by its form. */
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

/** Parts of a name in one order. */
const nameParts = (text: string): string =>
  even(text)
    .split(/[\s,-]+/)
    .map((part) => part.replace(/\.$/, ''))
    .filter((part) => part !== '' && !titles.test(part) && !forms.test(part))
    .sort()
    .join(' ');

const figuresOf = (text: string): string => (text.match(/\d+/g) ?? []).map(Number).join(' ');

/** The country's own code is the zero. */
const phoneDigits = (text: string): string => text.replace(/\D/g, '').replace(/^(?:00)?49(?=[1-9]\d{5})/, '0');
