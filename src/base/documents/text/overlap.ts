const span = 5;

/** The share (0 … 1) of a text's five-word sequences that another text contains, ignoring case and punctuation. */
export function overlapOf(text: string, other: string): number {
  const textRuns = runs(text);
  if (textRuns.length === 0) return 0;
  const words = wordsOf(other);
  const length = Math.min(span, wordsOf(text).length);
  const there = new Set(words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' ')));
  return textRuns.filter((run) => there.has(run)).length / textRuns.length;
}

function runs(text: string): string[] {
  const words = wordsOf(text);
  const length = Math.min(span, words.length);
  return length === 0 ? [] : words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
