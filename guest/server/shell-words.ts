/** Equivalent of Python's `shlex.split`, with its error messages. */
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
      // Inside double quotes, a backslash escapes only a quote and itself.
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
