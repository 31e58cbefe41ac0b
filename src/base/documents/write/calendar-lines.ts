/** Escapes a text for iCalendar or vCard (RFC 5545, RFC 6350). */
export function escapedValue(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(/[,;]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n');
}

/** Formats a UTC time for iCalendar: `20261124T090000Z`. Numbers are Unix milliseconds. */
export const timeValue = (time: Date | number): string =>
  `${new Date(time).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

/** Joins content lines. Each ends in CR LF and is folded at 75 bytes, never inside a character. */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > 73) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece].join('\r\n ');
}
