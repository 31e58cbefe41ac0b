import { announcesWords } from './clauses.ts';
import { isIronic } from './irony.ts';
import { isEnglish, languageOf } from './language.ts';
import { proseOf, thoughtLabel, withApostrophes } from './prose.ts';

/** One sentence of what an agent said or thought. */
export interface Sentence {
  /** As it was written, without line ends. */
  text: string;
  /** Lower case, straight apostrophes; passages in quotation marks are a row of `#`. */
  own: string;
  /** Lower case with quoted passages: for its topic, not for its speaker. */
  all: string;
  isQuestion: boolean;
  isIronic: boolean;
  isEnglish: boolean;
  /** It is on a line that is marked as a thought. */
  isThought: boolean;
}

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
/** A quotation of so few words is a name or a word in doubt, not a sentence of another person. */
const fewWords = 3;

/** What is read of a text. Replies are far shorter; hostile ones must not cost time. */
const longest = { characters: 100_000, sentences: 2_000, sentenceCharacters: 2_000 };

/** The sentences of a text, without code. */
export function sentencesOf(text: string): Sentence[] {
  const plain = proseOf(text.slice(0, longest.characters));
  const masked = withoutQuotations(plain);
  const whole = languageOf(masked.toLowerCase());
  const sentences: Sentence[] = [];
  let isThought = false;
  for (const { start, end } of spans(masked)) {
    const part = (of: string): string =>
      of
        .slice(start, Math.min(end, start + longest.sentenceCharacters))
        .replace(/\s+/g, ' ')
        .trim();
    const written = part(plain);
    if (start === 0 || plain[start - 1] === '\n') isThought = thoughtLabel.test(written);
    if (!/[\p{L}\p{N}]/u.test(written)) continue;
    if (sentences.length === longest.sentences) break;
    const own = withApostrophes(part(masked).toLowerCase())
      .replace(/^(?:[-*•]|\d+[.)])\s+/, '')
      .replace(/\*\*|__/g, '');
    sentences.push({
      text: written,
      own,
      all: withApostrophes(written.toLowerCase()),
      isQuestion: /\?\W*$/.test(own),
      isIronic: isIronic(own),
      isEnglish: isEnglish(own, whole),
      isThought,
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
    // A quotation that ends with a full stop may be inside of a sentence.
    if (text[index - 1] === '#' && mark === '.' && !/^\s+(?:\p{Lu}|$)/u.test(text.slice(index + 1, index + 4)))
      continue;
    // What a colon announces continues after a semicolon: “The draft reads: do this; do that”.
    if (mark === ';' && announcesWords(text.slice(start, index).toLowerCase())) continue;
    found.push({ start, end: index + mark.length });
    start = index + mark.length;
  }
  if (start < text.length) found.push({ start, end: text.length });
  return found;
}
