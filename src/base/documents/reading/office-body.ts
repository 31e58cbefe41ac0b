import { documentParagraphs } from '../text/paragraphs.ts';
import { readSheets } from '../text/sheets.ts';

/** Cells of all sheets as `B7: 12.5`, or paragraphs. Null for other files. */
export function officeBody(content: Uint8Array): string | null {
  const sheets = readSheets(content);
  if (sheets === null) return documentParagraphs(content)?.join('\n') ?? null;
  return sheets
    .map((sheet) =>
      [`[${sheet.name}]`, ...[...sheet.cells].map(([at, cell]) => `${at}: ${cell.value ?? ''}`)].join('\n'),
    )
    .join('\n');
}
