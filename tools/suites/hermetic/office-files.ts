import { strToU8, type Zippable, zipSync } from 'fflate';

/** One fixed time, so that the same content gives the same bytes. */
const time = new Date(2026, 0, 5, 9, 0, 0);
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function packed(parts: Record<string, string>): Uint8Array {
  const zippable: Zippable = {};
  for (const [name, text] of Object.entries(parts)) zippable[name] = strToU8(declaration + text);
  return zipSync(zippable, { mtime: time, level: 9 });
}

const relationTo = (target: string): string =>
  `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${officeRelations}/officeDocument" Target="${target}"/></Relationships>`;

/** A paragraph of a document: text, or a heading. */
export type Paragraph = string | { heading: string };

/** A Word document with these paragraphs. */
export function docx(paragraphs: readonly Paragraph[]): Uint8Array {
  const body = paragraphs
    .map((paragraph) => {
      const isHeading = typeof paragraph !== 'string';
      const format = isHeading ? '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr>' : '';
      const text = xmlText(isHeading ? paragraph.heading : paragraph);
      return `<w:p><w:r>${format}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
    })
    .join('');
  return packed({
    '[Content_Types].xml': `<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relationTo('word/document.xml'),
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"/></w:sectPr></w:body></w:document>`,
  });
}

/** A cell: text, a number, a formula with the value that it has; `varied`: the number that a task's variation draws under that name. */
export type Cell =
  | string
  | number
  | { formula: string; value: number }
  | { formula: string; varied: string }
  | { varied: string };

/** A workbook with one sheet. Rows from 1, columns from A; wide and high, so that the accessibility tree stays small. */
export function xlsx(name: string, rows: readonly (readonly Cell[])[]): Uint8Array {
  const lines = rows
    .map((cells, row) => {
      const line = cells
        .map((cell, column) => {
          const at = `${String.fromCharCode(65 + column)}${row + 1}`;
          if (typeof cell === 'string')
            return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
          if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
          const formula = 'formula' in cell ? `<f>${xmlText(cell.formula)}</f>` : '';
          const value = 'varied' in cell ? `{vary:${cell.varied}}` : cell.value;
          return `<c r="${at}">${formula}<v>${value}</v></c>`;
        })
        .join('');
      return `<row r="${row + 1}">${line}</row>`;
    })
    .join('');
  return packed({
    '[Content_Types].xml': `<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': relationTo('xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${sheet}" xmlns:r="${officeRelations}"><sheets><sheet name="${xmlText(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheet}"><sheetFormatPr defaultColWidth="26" defaultRowHeight="24" customHeight="1"/><cols><col min="1" max="16384" width="26" customWidth="1"/></cols><sheetData>${lines}</sheetData></worksheet>`,
  });
}
