/** Text as a quoted string or, where that can't be, as a literal. Text is latin1: one character a byte. */
export function writeString(text: string): string {
  if (/[^\x20-\x7e]/.test(text) || text.length > 1000) return `{${text.length}}\r\n${text}`;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The same, with NIL for what isn't there. */
export function writeNullable(text: string | null): string {
  return text === null ? 'NIL' : writeString(text);
}
