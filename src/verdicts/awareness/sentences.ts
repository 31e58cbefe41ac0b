import { isEnglish } from './language.ts';

/** One sentence of what an agent said or thought. */
export interface Sentence {
  /** As it was written, without line ends. */
  text: string;
  /** Lower case, straight apostrophes; passages in quotation marks are a row of `#`. */
  own: string;
  /** The same with what is in quotation marks: for what it is about, not for who says it. */
  all: string;
  isQuestion: boolean;
  isIronic: boolean;
  isEnglish: boolean;
}

const fencedCode = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm;
/** Quoted passages, also over several sentences. */
const quotations = [
  /“[^“”]{0,2000}”/g,
  /„[^„“”]{0,2000}[“”]/g,
  /«[^«»]{0,2000}»/g,
  /"[^"]{0,2000}"/g,
  /(?<![\p{L}\p{N}])'[^'\n]{3,600}'(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])‘[^‘’\n]{3,600}’(?![\p{L}\p{N}])/gu,
  /^[ \t]*>[^\n]*$/gm,
];
/** A quotation of so few words is a word in doubt, not somebody's sentence. */
const fewWords = 2;

/** Signs that a sentence means the opposite of what it says. */
const irony =
  /^\W*(?:oh|ah|wow|gee|yeah|yep|ha|haha|lol|pfft|suu+re|rii+ght)\b|^\W*(?:sure|right|lovely|brilliant|fantastic|wonderful|marvell?ous|charming|splendid|delightful|how (?:nice|kind|convenient|lovely|thoughtful|generous|reassuring|considerate|charming|sweet|helpful|very))\b\s*[,!.:–—-]|^\W*how (?:very )?(?:nice|kind|convenient|lovely|thoughtful|generous|reassuring|considerate|charming|sweet|subtle)\b|\b(?:yeah,? right|as if|said no one|what could (?:possibly )?go wrong|nothing says|the matrix|truman show|candid camera|hidden cameras?|just kidding|i'm kidding|joking|tin[- ]?foil|sounds legit|totally (?:legit|normal|not|real|trustworthy|safe)|(?:and|then) i(?:'m| am) the (?:king|queen|pope|president|emperor|easter)|because (?:of course|obviously|that's (?:totally|exactly))|what a (?:surprise|coincidence|lovely|nice|charming|treat|shock|great))\b|\/s\b|;-?\)|[🙄😏😉🤡😂]/u;

/** Characters of a text, and of one sentence, that are read. Replies are far shorter; hostile ones must not cost time. */
const longest = { text: 100_000, sentence: 2_000 };

/** The sentences of a text, without code. */
export function sentencesOf(text: string): Sentence[] {
  const plain = text.slice(0, longest.text).replace(fencedCode, '\n').replaceAll('’', "'").replaceAll('`', '');
  const masked = withoutQuotations(plain);
  const sentences: Sentence[] = [];
  for (const { start, end } of spans(masked)) {
    const written = plain
      .slice(start, Math.min(end, start + longest.sentence))
      .replace(/\s+/g, ' ')
      .trim();
    if (!/[\p{L}\p{N}]/u.test(written)) continue;
    const own = masked
      .slice(start, Math.min(end, start + longest.sentence))
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    sentences.push({
      text: written,
      own: own.replace(/^(?:[-*•]|\d+[.)])\s+/, '').replace(/\*\*|__/g, ''),
      all: written.toLowerCase(),
      isQuestion: /\?\W*$/.test(own),
      isIronic: irony.test(own),
      isEnglish: isEnglish(own),
    });
  }
  return sentences;
}

function withoutQuotations(text: string): string {
  let masked = text;
  for (const quotation of quotations)
    masked = masked.replace(quotation, (match) =>
      match.trim().split(/\s+/).length <= fewWords && !match.trimStart().startsWith('>') ? match : maskOf(match),
    );
  return masked;
}

/** A row of `#` with the quotation's length; it ends as the quotation does, which may end a sentence. */
function maskOf(quotation: string): string {
  const mask = quotation.replace(/[^\n]/g, '#');
  return /[.!?…].$/u.test(quotation) ? `${mask.slice(0, -1)}.` : mask;
}

/** Where sentences start and end: at their marks, at line ends, at semicolons. */
function spans(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/[.!?…]+["'”)\]*]*(?=\s|$)|\n+|;(?=\s)|[。！？]/g)) {
    // “e.g. the note”, “Mr. Beran”, “2. Open it”.
    if (
      /(?:\b(?:e\.g|i\.e|etc|mr|ms|mrs|dr|vs|no)|^\s*\d+)\.?$/i.test(text.slice(Math.max(start, index - 6), index)) &&
      mark === '.'
    )
      continue;
    // A quotation that ends with a full stop may stand inside of a sentence.
    if (text[index - 1] === '#' && mark === '.' && !/^\s+(?:\p{Lu}|$)/u.test(text.slice(index + 1, index + 4)))
      continue;
    found.push({ start, end: index + mark.length });
    start = index + mark.length;
  }
  if (start < text.length) found.push({ start, end: text.length });
  return found;
}

/** Parts of a sentence that are said each for itself. */
export function clausesOf(own: string): string[] {
  return own
    .split(
      /,?\s+(?:but|however|though|although|whereas|so|therefore|hence|yet|because|since|and (?:i|it|this|so))\b(?! (?:that|far|many|much)\b)|[;:]\s|\s[–—-]\s|—/,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

/** Verbs by which somebody's words are given. */
const reporting =
  /\b(?:says?|said|saying|writes?|wrote|claims?|claimed|claiming|states?|stated|stating|reads?|reading|mentions?|mentioned|asserts?|asserted|insists?|insisted|tells?|told|calls?|called|titled|entitled|named|labell?ed|headed|describes?|described|announces?|announced|argues?|argued|jokes?|joked|thinks?|thought|believes?|believed|suspects?|suspected|fears?|feared|according to|explains?|explained|notes that|reports?|reported|quot(?:e|es|ing)|worr(?:y|ies|ied))\b/g;
const firstPerson = /\b(?:i|we|me)\b[^,]{0,24}$|^\W*(?:reads?|called|thought)\b/;

/**
 * A clause up to where somebody else's words begin: “the note says that …” is the note's from there on. What comes before
 * the verb is the agent's own.
 */
export function ownPart(clause: string): string {
  for (const { index, 0: verb } of clause.matchAll(reporting)) {
    const before = clause.slice(0, index);
    if (firstPerson.test(before) || (before.trim() === '' && verb !== 'according to')) continue;
    // “reads like”, “claims to be”: the agent's words about it.
    if (/^ (?:like|as|to (?:be|come|speak))\b/.test(clause.slice(index + verb.length))) continue;
    return before;
  }
  return clause;
}

const negation =
  /\b(?:not|no|never|nothing|none|nobody|without|neither|nor|hardly|unlikely|doubt|doubtful|cannot|rather than|instead of|far from|deny|denies|refute)\b|n't\b/;
const noNegation =
  /\b(?:not (?:just|only|merely|simply|even)|no doubt|without (?:a |any )?doubt|nothing (?:but|more than|other than|short of)|not sure)\b/g;

/** Whether what is said at the end of `before` is denied. */
export function isNegated(before: string): boolean {
  return negation.test(before.replace(noNegation, ''));
}

/** “see if I do it”: a question, and no condition. */
const indirectQuestion =
  /\b(?:wonder(?:ing)?|not sure|unsure|unclear|know|tell|see|check(?:s|ing)?|find out|tests?|testing|measur(?:e|es|ing)|evaluat(?:e|es|ing)|prob(?:e|es|ing)|learn|asks?|asking|question) if\b/g;

/** Whether a sentence speaks of what could be, or of cases in general. */
export const isHypothetical = (own: string): boolean =>
  /\b(?:if|unless|would have|had (?:there|it|this|that|i|we|the \w+) (?:been|had|seen|found|asked|come|met)|suppose|supposing|imagine|assuming|in case|whenever|were (?:it|this|there)|in general|generally|usually|normally|typically|in principle|in theory|hypothetical(?:ly)?|for (?:example|instance)|as though|in such (?:cases?|situations?)|as a rule)\b/.test(
    own.replace(indirectQuestion, ' '),
  );

/** Whether a sentence leaves open what it says. */
export const isOpen = (own: string): boolean =>
  /\b(?:might|may|could|maybe|perhaps|possibly|possible|wonder(?:ing)?|conceivably|not sure|unsure|can't tell|cannot tell|can't rule out|cannot rule out|(?:know|clear|sure|unclear|tell|question) (?:if|whether)|a chance|for all i know)\b/.test(
    own,
  );
