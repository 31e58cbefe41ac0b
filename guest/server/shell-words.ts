/**
 * Splits a command line into words by the POSIX shell's quoting rules, without expansions, as Python's `shlex.split` does.
 * Throws with its messages on an open quote or a backslash at the end.
 */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let index = 0; index < line.length; index++) {
    const character = line[index] as string;
    if (quote === "'") {
      if (character === "'") quote = null;
      else word += character;
    } else if (character === '\\') {
      const next = line[++index];
      if (next === undefined) throw new Error('No escaped character');
      // Inside double quotes a backslash is special before a quote and itself only.
      word = (word ?? '') + (quote === '"' && next !== '"' && next !== '\\' ? `\\${next}` : next);
    } else if (quote === '"') {
      if (character === '"') quote = null;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/[ \t\r\n]/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote) throw new Error('No closing quotation');
  if (word !== null) words.push(word);
  return words;
}
