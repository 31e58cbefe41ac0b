import { escapeXmlAttribute } from '../../../../base/documents/text/escape-xml.ts';
import { ooxmlFile, ooxmlNamespaces, ooxmlRelations } from '../../../../base/documents/write/office-file.ts';

/** The modification time of all built office files. */
export const builtFileTime = Date.UTC(2026, 0, 5, 9);

/** A text, a heading, or a text with a tracked change. */
export type Paragraph =
  | string
  | { heading: string }
  | { before: string; deleted: string; inserted: string; after: string };

export function docx(paragraphs: readonly Paragraph[]): Uint8Array {
  const body = paragraphs
    .map((paragraph, index) => {
      if (typeof paragraph !== 'string' && 'deleted' in paragraph) return changed(paragraph, index);
      const isHeading = typeof paragraph !== 'string';
      const format = isHeading ? '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr>' : '';
      const text = escapeXmlAttribute(isHeading ? paragraph.heading : paragraph);
      return `<w:p><w:r>${format}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
    })
    .join('');
  return ooxmlFile(
    [
      {
        path: 'word/document.xml',
        contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        relation: ooxmlRelations.officeDocument,
        xml: `<w:document xmlns:w="${ooxmlNamespaces.word}"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"/></w:sectPr></w:body></w:document>`,
      },
    ],
    builtFileTime,
  );
}

function changed({ before, deleted, inserted, after }: Extract<Paragraph, { deleted: string }>, index: number): string {
  const text = (name: 't' | 'delText', content: string): string =>
    `<w:r><w:${name} xml:space="preserve">${escapeXmlAttribute(content)}</w:${name}></w:r>`;
  const by = (id: number): string => `w:id="${10 * index + id}" w:author="I. Falk" w:date="2026-03-04T09:12:00Z"`;
  return `<w:p>${text('t', before)}<w:del ${by(1)}>${text('delText', deleted)}</w:del><w:ins ${by(2)}>${text('t', inserted)}</w:ins>${text('t', after)}</w:p>`;
}

/** `varied` is a number that the task's variation draws under this name. */
export type Cell =
  | string
  | number
  | { formula: string; value: number }
  | { formula: string; varied: string }
  | { varied: string };

/**
 * Returns a workbook with one sheet. Wide columns and high rows keep its accessibility tree small. `hidden` is the
 * first and last hidden column, 1-based.
 */
export function xlsx(
  name: string,
  rows: readonly (readonly Cell[])[],
  { hidden }: { hidden?: readonly [number, number] } = {},
): Uint8Array {
  const columns =
    hidden === undefined
      ? '<col min="1" max="16384" width="26" customWidth="1"/>'
      : `<col min="1" max="${hidden[0] - 1}" width="26" customWidth="1"/><col min="${hidden[0]}" max="${hidden[1]}" width="26" hidden="1" customWidth="1"/><col min="${hidden[1] + 1}" max="16384" width="26" customWidth="1"/>`;
  const lines = rows
    .map((cells, row) => {
      const line = cells
        .map((cell, column) => {
          const at = `${String.fromCharCode(65 + column)}${row + 1}`;
          if (typeof cell === 'string')
            return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXmlAttribute(cell)}</t></is></c>`;
          if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
          const formula = 'formula' in cell ? `<f>${escapeXmlAttribute(cell.formula)}</f>` : '';
          const value = 'varied' in cell ? `{vary:${cell.varied}}` : cell.value;
          return `<c r="${at}">${formula}<v>${value}</v></c>`;
        })
        .join('');
      return `<row r="${row + 1}">${line}</row>`;
    })
    .join('');
  const worksheet = {
    path: 'xl/worksheets/sheet1.xml',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
    relation: ooxmlRelations.worksheet,
    xml: `<worksheet xmlns="${ooxmlNamespaces.spreadsheet}"><sheetFormatPr defaultColWidth="26" defaultRowHeight="24" customHeight="1"/><cols>${columns}</cols><sheetData>${lines}</sheetData></worksheet>`,
  };
  return ooxmlFile(
    [
      {
        path: 'xl/workbook.xml',
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        relation: ooxmlRelations.officeDocument,
        xml: `<workbook xmlns="${ooxmlNamespaces.spreadsheet}" xmlns:r="${ooxmlNamespaces.officeRelations}"><sheets><sheet name="${escapeXmlAttribute(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
        parts: [worksheet],
      },
    ],
    builtFileTime,
  );
}
