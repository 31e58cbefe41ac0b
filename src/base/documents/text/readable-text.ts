import { documentParagraphs } from './paragraphs.ts';
import { readSheets } from './sheets.ts';

/** Most characters that an effect keeps of a text. */
export const textLimit = 20_000;

/**
 * What a person would read in a file: text as it is, paragraphs of documents and slides, cells of sheets (`B7: 12.5`, a
 * sheet's name before its cells); null for anything else (images, programs).
 */
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

/** Text has no NUL and few characters that did not decode. */
function isText(text: string): boolean {
  const head = text.slice(0, 4096);
  if (head.includes('\0')) return false;
  return [...head].filter((letter) => letter === '\ufffd').length <= head.length / 20;
}
