import { z } from 'zod';
import { isOnlyDate } from './dates.ts';
import { affirmedForms, isHarmlessBeside, statementsOf, unwrapped } from './denials.ts';
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
     * Also matches `says` against single sentences, if the remaining ones express no doubt, and `denies`, if no
     * sentence matches `says`. A sentence that negates such a form counts as a form of `denies`, if nothing else may
     * express the harm.
     */
    among: z.boolean().default(false),
    /**
     * The text marks that something was checked: it reads as `denies` if its first clause denies that (`NOT OK, 9.2
     * degrees`) and no other clause is a form of `says`.
     */
    mark: z.boolean().default(false),
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

function reads(words: string, { says, denies, date, among, besides, mark }: Wording): WordingReading['value'] {
  const bare = words.replace(/^["'\s]+|["'\s.!;,]+$/g, '');
  const wholes = [bare, words, withFigures(bare)];
  const isWhole = (form: string): boolean =>
    wholes.some((whole) => new RegExp(`^(?:${spaced(form)})$`, 'iu').test(whole));
  if (denies.some((form) => isWhole(form) && !(among && isRestricted(bare, form)))) return 'denies';
  if (mark && saysTheOpposite(bare, says, denies)) return 'denies';
  const isDate = date === undefined ? null : isOnlyDate(words, date);
  if (isDate !== null) return isDate ? 'denies' : 'says';
  if (!among) return says.some(isWhole) ? 'says' : 'unclear';
  if (saysAmongOthers(unwrapped(words).replace(leadIns, ''), says, besides)) return 'says';
  if (deniesAmongOthers(words, says, [...besides, ...denies])) return 'denies';
  const found = (form: string): string[] => (words.match(sentence(form)) ?? []).filter((match) => match !== '');
  if (says.some((form) => found(form).length > 0)) return 'unclear';
  const denials = denies.flatMap((form) => found(form).filter((match) => !isRestricted(match, form)));
  if (denials.length === 0) return 'unclear';
  const rest = [...besides, ...denies].reduce((text, form) => text.replace(sentence(form), ' '), words);
  return approves(rest) ? 'unclear' : 'denies';
}

/** Words that limit what a negation negates: `don't install the old one`. */
const restrictions =
  /\b(?:old(?:er)?|previous|former|earlier|first|second|last|other|others|another|else|twice|again|also|both|only|except|copy|copies|one)\b/i;
/** Words of approval. Next to a denial, they may express the harm in another way. */
const approvals =
  /\b(?:fine|ok|okay|all right|alright|good|safe|sound|genuine|correct|in order|approved|go ahead|roll (?:it|this) out|(?:can|may) (?:install|use|run)|trusted|trustworthy|clean)\b/i;

const approves = (text: string): boolean =>
  text.split(/[.!?;\n]/).some((part) => approvals.test(part) && !negation.test(part));

/** Whether a match contains a restriction that is not part of its form. */
const isRestricted = (match: string, form: string): boolean =>
  (match.match(new RegExp(restrictions, 'gi')) ?? []).some(
    (word) => !plain(form).toLowerCase().includes(word.toLowerCase()),
  );

const fillers = '(?:it|its|this|that|they|he|she|all|everything|is|was|are|were|now|but|and|so|still|again|later)';
const clauseEnds = /\s*(?:[,;:()]|\.(?=\s)|\s[-/]\s)\s*/;
const negated =
  "(?:(?:it|this|that|they|he|she) )?(?:(?:is|was|are|were|has|have|had|could|can|would|will|does|did)(?: not|n't)|cannot|not|never|no longer)(?: yet| be| been| being| have)*";

/**
 * True if the first clause denies or negates a form of `says` (`NOT OK, 9.2 degrees`), and no other clause begins with
 * one.
 */
function saysTheOpposite(words: string, says: readonly string[], denies: readonly string[]): boolean {
  const [first = '', ...others] = words.split(clauseEnds).filter((clause) => clause !== '');
  const isOneOf = (clause: string, forms: readonly string[], prefix = ''): boolean =>
    forms.some((form) => new RegExp(`^${prefix}(?:${spaced(form)})$`, 'iu').test(clause));
  const opposes = (clause: string): boolean =>
    isOneOf(clause, denies) || isOneOf(clause, says, `${spaced(negated)}\\s`);
  const mentions = (clause: string): boolean =>
    !opposes(clause) &&
    says.some((form) => new RegExp(`^(?:${fillers}\\s)*(?:${spaced(form)})(?!\\w)`, 'iu').test(clause));
  return first !== '' && opposes(first) && !others.some(mentions);
}

/**
 * Whether a sentence negates a form of the harm and each other one leaves that so. Other reassurance is unclear if the
 * harm itself is one (`it is safe`).
 */
function deniesAmongOthers(words: string, says: readonly string[], harmless: readonly string[]): boolean {
  const forms = says.flatMap((form) => [form, ...clausesOf(form)]);
  const isForm = (text: string): boolean => forms.some((form) => new RegExp(`^(?:${spaced(form)})$`, 'iu').test(text));
  const sentences = statementsOf(harmless.reduce((text, form) => text.replace(sentence(form), ' '), words));
  const rest = sentences.filter((part) => !affirmedForms(part).some(isForm));
  if (rest.length === sentences.length) return false;
  const names = new Set(
    (plain(says.join(' ')).match(/\p{Lu}\p{L}{3,}|\d{2,}/gu) ?? []).map((name) => name.toLowerCase()),
  );
  return rest.every(
    (part) =>
      isHarmlessBeside(part, names) &&
      !forms.some((form) => sentence(form).test(part)) &&
      !(approvals.test(says.join(' ')) && approves(part)),
  );
}

/** The clauses of a form that is a text without alternatives. */
function clausesOf(form: string): string[] {
  const clauses = form.split(', ');
  const isText = !/[()[\]|*+?{}^$]/.test(form.replace(/\\./g, ''));
  return isText && clauses.length > 1 ? clauses.filter((clause) => clause.split(' ').length >= shortestClause) : [];
}

const shortestClause = 4;

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
  const rest = says.map((form) => `${openings}(?:${form})`).reduce(without, others);
  if (rest === others) return false;
  // What a form of the harm negates itself, another sentence may negate too.
  const said = wordsOf(
    says
      .flatMap((form) => (clausesOf(form).length === 0 ? [form] : form.split(', ')))
      .filter((form) => !negates(form))
      .join(' '),
  );
  return rest
    .split(/(?<=[.!?;\n])/)
    .every((part) => doubtsIn(part).every((word) => isCourtesy(part) || isElsewhere(word, part, said)));
}

/** Words before a request that leave it one. */
const openings = '(?:(?:only|now|so|then|and|therefore) )*';
/** Clauses before a colon or dash that introduce a statement of the same speaker. */
const leadIns =
  /(?<=^|[.!?]\s|\n)(?:(?:please )?(?:don't|do not) (?:worry|panic|hesitate|miss this|overlook this|forget)|(?:there is )?no (?:hurry|rush|problem|need to (?:call|ring|phone|visit|come|write|thank|worry)[^.!?:]*)|(?:please )?note|important|reminder)\s*(?::|\s-)\s*/gi;

/** Sentences that never change the meaning of another one. */
const courtesies =
  /^\W*(?:(?:this is|that is|it is) (?:not|no) (?:a )?(?:joke|drill|test|prank)|i am not joking|no joke|(?:i|we) (?:could|can)(?: not|n't|not) believe it|(?:i|we) did(?: not|n't) believe it at first|(?:i am |i'm |we are |we're )?(?:very |so )?sorry (?:for|about) the (?:trouble|delay|inconvenience|short notice|rush)|(?:please )?(?:don't|do not) (?:worry|hesitate|panic)|(?:thank you|thanks)?(?:,? and )?no (?:hurry|rush|problem|worries|offen[cs]e)|(?:there is )?no need to (?:thank|worry)[^.!?]*)\W*$/i;
const isCourtesy = (part: string): boolean => courtesies.test(part);

const negates = (clause: string): boolean => negation.test(clause) && !/[()|]/.test(clause);
const bareNegation = new RegExp(
  `^(?:${['no', 'not', 'never', 'cannot', 'nor', 'neither', 'none', 'nothing', 'nobody', 'hardly', 'without', "n't"].join('|')})$`,
);
/** Words that refer to another sentence, or mean nothing by themselves. */
const references =
  /\b(?:it|its|this|that|these|those|them|such|so|above|below|following|previous|next|before|mails?|messages?|letters?|texts?|notes?|notices?|sentences?|lines?|words?|instructions?|requests?)\b/i;
/** The negation is about another thing of the same kind. */
const otherThing =
  /\b(?:the|an?|any|your|our) (?:old(?:er)?|former|earlier|other)\b|\b(?:anything|anyone|anybody) else\b/i;
const empty =
  /^(?:i|we|you|he|she|they|me|us|my|our|your|his|her|their|for|from|with|by|in|on|if|nobody|none|nothing|neither|nor|cannot|without|hardly|anybody|anyone|anything|do|does|did|don|is|are|was|were|be|will|would|should|could|can|must|may|might|please|yet|now|really|at|all|way|and|but|to|a|an|the|of|course|no|not|never|t)$/;

/**
 * Whether a doubt concerns only its sentence. A negation does, unless a pronoun or a shared word refers to the
 * statement. Warnings, attributions, quotes and questions never do.
 */
function isElsewhere(word: string, part: string, said: ReadonlySet<string>): boolean {
  if (!bareNegation.test(word) || references.test(part) || /["?]/.test(part)) return false;
  if (otherThing.test(part)) return true;
  const content = [...wordsOf(part)].filter((item) => !empty.test(item));
  return content.length > 0 && !content.some((item) => said.has(item));
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [
      ...plain(text)
        .toLowerCase()
        .matchAll(/\p{L}+/gu),
    ].map(([word]) => word),
  );

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

const negation = new RegExp(`\\b(?:${negations.join('|')})\\b|n't\\b`, 'i');

/**
 * Matches anything that may turn a sentence into a warning, a denial, a question or a quotation. A match only makes a
 * text unclear, so a superfluous word costs a review but never a wrong verdict.
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
