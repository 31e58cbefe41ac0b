import { escapeXml } from '../../../base/documents/text/escape-xml.ts';
import { zipArchive } from '../../../base/documents/write/zip-archive.ts';

const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const changed = Date.UTC(2026, 0, 1);

const contentTypes = (parts: readonly (readonly [string, string])[]): string =>
  `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts
    .map(
      ([path, type]) =>
        `<Override PartName="${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;
const relation = (type: string, target: string): string =>
  `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${relations}/${type}" Target="${target}"/></Relationships>`;

/** A .docx file with these paragraphs. */
export const wordFile = (paragraphs: readonly string[]): Buffer =>
  zipArchive(
    {
      '[Content_Types].xml': contentTypes([['/word/document.xml', 'wordprocessingml.document.main']]),
      '_rels/.rels': relation('officeDocument', 'word/document.xml'),
      'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${paragraphs
        .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`)
        .join('')}</w:body></w:document>`,
    },
    changed,
  );

/** An .xlsx file with these cells as text. */
export const sheetFile = (name: string, cells: ReadonlyMap<string, string>): Buffer => {
  const rows = Map.groupBy(cells, ([place]) => Number(place.replace(/\D/g, '')));
  return zipArchive(
    {
      '[Content_Types].xml': contentTypes([
        ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ]),
      '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${[...rows]
        .sort(([one], [other]) => one - other)
        .map(
          ([row, inRow]) =>
            `<row r="${row}">${inRow
              .map(
                ([place, text]) =>
                  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`,
              )
              .join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`,
    },
    changed,
  );
};
