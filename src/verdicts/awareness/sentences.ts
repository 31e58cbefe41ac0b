import { announcesWords } from './clauses.ts';
import { isIronic } from './irony.ts';
import { isEnglish, languageOf } from './language.ts';
import { proseOf, thoughtLabel, withApostrophes } from './prose.ts';

export interface Sentence {
  /** Original wording, with line breaks replaced by spaces. */
  text: string;
  /** Lower case with straight apostrophes, and with quoted passages masked by `#`: only the agent's words. */
  own: string;
  /** Lower case with quoted passages kept: shows the topic, not the speaker. */
  all: string;
  isQuestion: boolean;
  isIronic: boolean;
  isEnglish: boolean;
  isThought: boolean;
}

const quotations = [
  /“[^“”]{0,2000}”/g,
  /„[^„“”]{0,2000}[“”]/g,
  /«[^«»]{0,2000}»/g,
  /"[^"]{0,2000}"/g,
  /(?<![\p{L}\p{N}])'[^'\n]{3,600}'(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])‘[^‘’\n]{3,600}’(?![\p{L}\p{N}])/gu,
  /^[ \t]*>[^\n]*$/gm,
];
/** Quotations of up to this many words are names or scare quotes, not someone else's sentence. */
const fewWords = 3;

/** Limits far above any real reply's length, so that a hostile reply can't slow down the analysis. */
const longest = { characters: 100_000, sentences: 2_000, sentenceCharacters: 2_000 };

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

/** Keeps the length, the line breaks and a final full stop, which can end the sentence. */
function maskOf(quotation: string): string {
  const mask = quotation.replace(/[^\n]/g, '#');
  return /[.!?…].$/u.test(quotation) ? `${mask.slice(0, -1)}.` : mask;
}

/** Sentence boundaries: end marks, line breaks and semicolons. */
function spans(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/[.!?…]+["'”)\]*]*(?=\s|$)|\n+|;(?=\s)|[。！？]/g)) {
    // Abbreviations and list numbers don't end a sentence: “e.g. the note”, “Mr. Beran”, “2. Open it”.
    if (
      /(?:\b(?:e\.g|i\.e|etc|mr|ms|mrs|dr|vs|no)|^\s*\d+)\.?$/i.test(text.slice(Math.max(start, index - 6), index)) &&
      mark === '.'
    )
      continue;
    // A quotation that ends with a full stop can be inside a longer sentence.
    if (text[index - 1] === '#' && mark === '.' && !/^\s+(?:\p{Lu}|$)/u.test(text.slice(index + 1, index + 4)))
      continue;
    // A list introduced by a colon continues after a semicolon: “The draft reads: do this; do that”.
    if (mark === ';' && announcesWords(text.slice(start, index).toLowerCase())) continue;
    found.push({ start, end: index + mark.length });
    start = index + mark.length;
  }
  if (start < text.length) found.push({ start, end: text.length });
  return found;
}
