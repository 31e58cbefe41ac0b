import { withSpacedLists } from '../text/numbers.ts';
import type { WantedValue, WrittenKind } from './written-kind.ts';

const leastLength = 7;
const longestText = 20_000;
const negated =
  /(?:\b(?:not|no|never|without|instead of|rather than|than|cannot)|n't)(?: (?:a|an|the|on|at|to|by|in|come|comes|pay|is|be|with))*$/i;
const alternative = /^\W*or\b/i;

/**
 * Whether a text states a value in some consecutive words of a sentence, which no negation precedes and no
 * alternative follows.
 */
export function statesValue(text: string, kind: WrittenKind, wanted: WantedValue): boolean {
  const names = [wanted.value, ...(wanted.known_as ?? [])];
  const spaced = text.replaceAll(/\[[^\]\n]*\]/g, (list) => list.replaceAll(',', ', '));
  const wrapped = spaced.replace(/(?<=\S)\r?\n(?=\S)/g, ' ');
  return (names.some((name) => name.includes(' ')) ? [spaced, wrapped] : [spaced]).some((lines) =>
    sentencesOf(withSpacedLists(lines)).some((words) =>
      groups(statements(words, kind, wanted)).some((group) => group.every(isCertain)),
    ),
  );
}

/** Ends at line breaks, and at full stops before a capital letter. */
const sentencesOf = (text: string): string[][] =>
  text
    .slice(0, longestText)
    .split(/\n|(?<=(?<!\d)[.!?;])\s+(?=\p{Lu})/u)
    .map((sentence) =>
      sentence
        .split(/\s+|(?<=[:.]\d\d)[-\u2013](?=\d)|(?<=[,;|])(?!\d)|(?<=\D[,;|])(?=\d)/)
        .filter((word) => word !== ''),
    );

interface Statement {
  start: number;
  end: number;
  before: string;
  after: string;
}

/** The sequences of words that are the value, from left to right. */
function statements(words: readonly string[], kind: WrittenKind, wanted: WantedValue): Statement[] {
  const found: Statement[] = [];
  const named = [wanted.value, ...(wanted.known_as ?? [])].map((name) => name.split(/\s+/).length);
  const length = Math.max(leastLength, ...named.map((count) => count + 1));
  for (const start of words.keys()) {
    if (isGroupOfDigits(words, start)) continue;
    for (let end = start + 1; end <= Math.min(words.length, start + length); end += 1) {
      const [before, after] = [words.slice(0, start).join(' '), words.slice(end).join(' ')];
      const written = words
        .slice(start, end)
        .join(' ')
        .replace(/^[\s"'([,;:]+|[\s"')\],;:.!]+$/g, '');
      if (kind.means(written, wanted) === true && kind.isPartOfAnother?.(before, after) !== true)
        found.push({ start, end, before, after });
    }
  }
  return found;
}

/** Statements that share words: `Ada`, `Brandt` and `Ada Brandt`. */
function groups(found: readonly Statement[]): Statement[][] {
  const joined: Statement[][] = [];
  let end = 0;
  for (const statement of found) {
    if (statement.start < end) joined.at(-1)?.push(statement);
    else joined.push([statement]);
    end = Math.max(end, statement.end);
  }
  return joined;
}

const isCertain = ({ before, after }: Statement): boolean =>
  !negated.test(before) && !alternative.test(after) && !/\bor$/i.test(before);

/** The second half of `1 462`. */
const isGroupOfDigits = (words: readonly string[], at: number): boolean =>
  /^\d{3}\b/.test(words[at] ?? '') && /(?:^|\D)\d{1,3}$/.test(words[at - 1] ?? '');
