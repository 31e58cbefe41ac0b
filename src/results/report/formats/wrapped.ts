import { columns } from '../columns.ts';

export function wrapped(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  const room = Math.max(8, width);
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && columns(last) + 1 + columns(word) <= room) {
      lines[lines.length - 1] = `${last} ${word}`;
      continue;
    }
    let line = last === undefined ? '' : indent;
    for (const letter of word) {
      if (columns(line + letter) > room) {
        lines.push(line);
        line = indent;
      }
      line += letter;
    }
    lines.push(line);
  }
  return lines;
}
