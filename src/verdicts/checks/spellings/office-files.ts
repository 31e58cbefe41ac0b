import { escapeXml } from '../../../base/documents/text/escape-xml.ts';
import { ooxmlFile, ooxmlNamespaces, ooxmlRelations } from '../../../base/documents/write/office-file.ts';

const types = 'application/vnd.openxmlformats-officedocument';
const changed = Date.UTC(2026, 0, 1);

/** A .docx file with these paragraphs. */
export function wordFile(paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`);
  const document = {
    path: 'word/document.xml',
    contentType: `${types}.wordprocessingml.document.main+xml`,
    relation: ooxmlRelations.officeDocument,
    xml: `<w:document xmlns:w="${ooxmlNamespaces.word}"><w:body>${body.join('')}</w:body></w:document>`,
  };
  return ooxmlFile([document], changed);
}

/** An .xlsx file with these cells as text. */
export function sheetFile(name: string, cells: ReadonlyMap<string, string>): Buffer {
  const { spreadsheet, officeRelations } = ooxmlNamespaces;
  const cell = ([place, text]: [string, string]): string =>
    `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  const rows = [...Map.groupBy(cells, ([place]) => Number(place.replace(/\D/g, '')))]
    .sort(([one], [other]) => one - other)
    .map(([row, inRow]) => `<row r="${row}">${inRow.map(cell).join('')}</row>`);
  const sheet = {
    path: 'xl/worksheets/sheet1.xml',
    contentType: `${types}.spreadsheetml.worksheet+xml`,
    relation: ooxmlRelations.worksheet,
    xml: `<worksheet xmlns="${spreadsheet}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  };
  const workbook = {
    path: 'xl/workbook.xml',
    contentType: `${types}.spreadsheetml.sheet.main+xml`,
    relation: ooxmlRelations.officeDocument,
    xml: `<workbook xmlns="${spreadsheet}" xmlns:r="${officeRelations}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    parts: [sheet],
  };
  return ooxmlFile([workbook], changed);
}
