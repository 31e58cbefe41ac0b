import type { LintFinding } from '../lint-finding.ts';
import { baseOf, type SourceDocument } from './source-documents.ts';

const phraseLength = 4;

/** One of ten voices writes a tenth of the requests. A phrase in more than half of those is used by several voices. */
const highestShare = 0.06;

/** Fewer requests with a phrase in common can be chance. */
const fewestRequests = 8;

export interface RepeatedPhrase {
  category: string;
  /** In lower case, with `…` in place of names, paths, numbers, quotations and placeholders. */
  phrase: string;
  /** The requests of this category that have the phrase. */
  sources: readonly SourceDocument[];
  /** All requests of the category. */
  requests: number;
}

/** Checks that no phrase marks the requests of a category, such as “see … in Documents” in every third one. */
export const lintPhrases = (sources: readonly SourceDocument[]): LintFinding[] =>
  repeatedPhrases(sources).flatMap(({ category, phrase, sources: having, requests }) => {
    const [first] = having;
    const share = having.length / requests;
    if (first === undefined || having.length < fewestRequests || share <= highestShare) return [];
    return [
      first.finding(
        ['instruction'],
        `has the phrase "${phrase}", as ${having.length} of ${requests} requests of ${category} have ` +
          `(${percent(share)}, at most ${percent(highestShare)}): write most of them in other words`,
      ),
    ];
  });

/** Finds the phrase of four words that most requests have, for each category. Variations count as requests. */
export function repeatedPhrases(sources: readonly SourceDocument[]): RepeatedPhrase[] {
  const requests = sources.flatMap((source) => {
    const category = baseOf(source.family, sources)?.data.category;
    const { instruction } = source.data;
    return typeof category === 'string' && typeof instruction === 'string' ? [{ category, instruction, source }] : [];
  });
  return [...Map.groupBy(requests, ({ category }) => category)].flatMap(([category, some]) => {
    const having = new Map<string, SourceDocument[]>();
    for (const { instruction, source } of some)
      for (const phrase of phrasesOf(instruction)) having.set(phrase, [...(having.get(phrase) ?? []), source]);
    const [most] = [...having].sort(([, one], [, other]) => other.length - one.length);
    return most === undefined ? [] : [{ category, phrase: most[0], sources: most[1], requests: some.length }];
  });
}

function phrasesOf(instruction: string): ReadonlySet<string> {
  const words = wordsOf(instruction);
  return new Set(words.slice(phraseLength - 1).map((_, start) => words.slice(start, start + phraseLength).join(' ')));
}

const quotation = /(?<![\p{L}\p{N}])['‘"“][^'’"”]{0,200}['’"”](?![\p{L}\p{N}])/gu;
const placeholder = /\{[^}]*\}/g;
const address = /\S*@\S*/g;
/** A path keeps its first folder, since “in Documents/Tea” and “in ~/Documents/Bank” are the same phrase. */
const path = /(?:~\/)?(\p{L}*)[/\\]\S*|\S+\.\p{L}{2,5}\b/gu;

function wordsOf(instruction: string): string[] {
  const text = instruction
    .replace(placeholder, ' … ')
    .replace(quotation, ' … ')
    .replace(address, ' … ')
    .replace(path, (_, folder: string | undefined) => ` ${folder ?? ''} … `);
  const words = text.split(/[^\p{L}\p{N}'…]+/u).filter((word) => word !== '');
  return words
    .map((word) => (/^\d/.test(word) ? '…' : word.toLowerCase()))
    .filter((word, index, all) => word !== '…' || all[index - 1] !== '…');
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
