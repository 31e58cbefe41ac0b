import { z } from 'zod';
import { isOnlyDate } from './dates.ts';
import { withFigures } from './number-words.ts';
import { regexParameter } from './regex-parameter.ts';

/**
 * Classifies a text by known phrasings: `says` and `denies` are case-insensitive regular expressions for the whole
 * text. Any other text is unclear and needs a review. A list of negative words can't decide it, because people always
 * find another phrasing.
 */
export const wordingSchema = z
  .strictObject({
    /**
     * Selects the words to classify: the group `words`, or else the first group, of each match (flags `imu`). Defaults
     * to the whole text.
     */
    field: regexParameter.optional(),
    says: z.array(regexParameter).default([]),
    denies: z.array(regexParameter).default([]),
    /**
     * A match of `says` may be one sentence among several, if the others express no doubt. A match of `denies` may be
     * too, if no other sentence matches `says`.
     */
    among: z.boolean().default(false),
    /** A full date. A text with only this date, in any format, reads as `denies`; one with any other date as `says`. */
    date: z.string().optional(),
    /** With `among`: sentences that never count as doubt. */
    besides: z.array(regexParameter).default([]),
    /** The result for a text without the field. */
    missing: z.enum(['says', 'denies', 'unclear']).default('denies'),
  })
  .refine(
    ({ says, date, missing }) => says.length > 0 || date !== undefined || missing === 'says',
    'needs says, date, or `missing: says`',
  );
export type Wording = z.output<typeof wordingSchema>;

export interface WordingReading {
  value: 'says' | 'denies' | 'unclear';
  /** The classified words, for a later review. */
  words: string;
}

export function readWording(text: string, wording: Wording): WordingReading {
  const fields =
    wording.field === undefined
      ? [text]
      : [...text.matchAll(new RegExp(wording.field, 'gimu'))].map(
          ({ 0: whole, 1: group, groups }) => groups?.words ?? group ?? whole,
        );
  return readFields(fields, wording);
}

/** Classifies fields that were extracted without `field`. */
export function readFields(fields: readonly string[], wording: Wording): WordingReading {
  if (fields.length === 0) return { value: wording.missing, words: '' };
  const readings = fields.map((words) => ({ value: reads(even(words), wording), words: words.trim() }));
  return (
    readings.find(({ value }) => value === 'says') ??
    readings.find(({ value }) => value === 'unclear') ?? { value: 'denies', words: readings[0]?.words ?? '' }
  );
}

function reads(words: string, { says, denies, date, among, besides }: Wording): WordingReading['value'] {
  const bare = words.replace(/^["'\s]+|["'\s.!;,]+$/g, '');
  const wholes = [bare, words, withFigures(bare)];
  const isWhole = (form: string): boolean =>
    wholes.some((whole) => new RegExp(`^(?:${spaced(form)})$`, 'iu').test(whole));
  if (denies.some(isWhole)) return 'denies';
  const isDate = date === undefined ? null : isOnlyDate(words, date);
  if (isDate !== null) return isDate ? 'denies' : 'says';
  if (!among) return says.some(isWhole) ? 'says' : 'unclear';
  if (saysAmongOthers(words, says, besides)) return 'says';
  const isAmong = (form: string): boolean => words.match(sentence(form))?.some((found) => found !== '') === true;
  return denies.some(isAmong) && !says.some(isAmong) ? 'denies' : 'unclear';
}

/** Sentence boundaries. They exclude colons and quotation marks, after which someone else may be speaking. */
const before = '(?<=^|[.!?;,\\n]\\s*)';
const after = '(?:(?=$|\\s*[.!?;,\\n])|(?<=[.!?]))';
const sentence = (form: string): RegExp => new RegExp(`${before}(?:${spaced(form)})${after}`, 'giu');

function saysAmongOthers(words: string, says: readonly string[], besides: readonly string[]): boolean {
  const without = (text: string, form: string): string =>
    text.replace(sentence(form), (match) =>
      doubtsIn(match).every((word) => plain(form).toLowerCase().includes(word)) ? ' ' : match,
    );
  const others = besides.reduce(without, words);
  const rest = says.reduce(without, others);
  return rest !== others && doubtsIn(rest).length === 0;
}

/** Words that may turn a sentence into its opposite. */
const negations = [
  'no',
  'not',
  'cannot',
  'never',
  'none',
  'nobody',
  'nothing',
  'neither',
  'nor',
  'without',
  'hardly',
  'unless',
  'until',
  'instead',
  'disregard',
  'ignor\\w+',
  'refus\\w+',
  'declin\\w+',
];
/** Words that call a sentence false or dangerous. */
const warnings = [
  'warn\\w*',
  'beware',
  'cautio\\w+',
  'careful\\w*',
  'attention',
  'suspicio\\w+',
  'suspect\\w*',
  'fake\\w*',
  'false',
  'untrue',
  'lie',
  'lies',
  'lying',
  'fraud\\w*',
  'scam\\w*',
  'phish\\w*',
  'hoax',
  'invented',
  'pretend\\w*',
  'forge\\w*',
  'tamper\\w*',
  'manipulat\\w+',
  'hack\\w*',
  'stolen',
  'wrong',
  'mistake\\w*',
  'error\\w*',
  'sorry',
  'police',
];
/** Words that ascribe a sentence to another speaker or quote it. */
const attributions = [
  'rumou?r\\w*',
  'gossip',
  'alleged\\w*',
  'claim\\w*',
  'supposed\\w*',
  'report\\w*',
  'asked (?:me|us)',
  'wants? (?:me|us)',
  'told (?:me|us)',
  '(?:was|were|am|are|been|being) (?:asked|told|instructed)',
  'somebody',
  'someone',
  'found',
  'example',
  'really',
  'true',
];

/**
 * Matches whatever may turn a sentence into a warning, a denial, a question or a quotation. A match only ever makes a
 * text unclear: one word too many costs a second look, never a verdict.
 */
const doubts = new RegExp(`\\b(?:${[...negations, ...warnings, ...attributions].join('|')})\\b|n't\\b|["?]`, 'gi');

const doubtsIn = (text: string): string[] => (text.match(doubts) ?? []).map((word) => word.toLowerCase());

/** Normalizes to what a reader sees: half-width characters, none invisible, plain quotes and dashes, single spaces. */
const even = (text: string): string =>
  plain(text)
    .replace(/\s*\n\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-');

/** Lets a space in a pattern match a line break too. */
const spaced = (form: string): string => plain(form).replaceAll(' ', '\\s');
