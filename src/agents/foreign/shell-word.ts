/** A text as one word of a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
