/** A text as a value of iCalendar or vCard (RFC 5545, RFC 6350). */
export function escapedValue(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(/[,;]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n');
}

/** A time as a value of iCalendar, in UTC: `20261124T090000Z`. A number is Unix milliseconds. */
export const timeValue = (time: Date | number): string =>
  `${new Date(time).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

/** Content lines as a file: each ends in CR LF and has at most 75 bytes; further lines begin with a space. No character is cut. */
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
