export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
