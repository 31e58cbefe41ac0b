/** A quoted string, or a literal if necessary. */
export function writeString(text: string): string {
  if (/[^\x20-\x7e]/.test(text) || text.length > 1000) return `{${text.length}}\r\n${text}`;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

export function writeNullable(text: string | null): string {
  return text === null ? 'NIL' : writeString(text);
}
