import { documentParagraphs } from './paragraphs.ts';
import { readSheets } from './sheets.ts';

/** Maximum number of characters stored with an effect. */
export const textLimit = 20_000;

/** The text that a user sees in a file. Sheet cells read `B7: 12.5`. Null for images and other binary files. */
export function readableText(content: Uint8Array): string | null {
  const sheets = readSheets(content);
  if (sheets !== null) {
    return sheets
      .map((sheet) =>
        [`[${sheet.name}]`, ...[...sheet.cells].map(([at, cell]) => `${at}: ${cell.value ?? ''}`)].join('\n'),
      )
      .join('\n');
  }
  const paragraphs = documentParagraphs(content);
  if (paragraphs !== null) return paragraphs.join('\n');
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  return isText(text) ? text : null;
}

function isText(text: string): boolean {
  const head = text.slice(0, 4096);
  if (head.includes('\0')) return false;
  return [...head].filter((letter) => letter === '\ufffd').length <= head.length / 20;
}
