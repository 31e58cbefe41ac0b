/** Minimal documents, some of them deceptive. */
import { strToU8 } from 'fflate';
import { type Member, writeZip } from './zip-writer.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const words = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const slides = 'http://schemas.openxmlformats.org/presentationml/2006/main';

export const part = (name: string, text: string): Member => ({ name, bytes: strToU8(text) });
const relations = (...list: [type: string, target: string][]): string =>
  `<Relationships xmlns="${packaged}/relationships">${list
    .map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const types = part('[Content_Types].xml', `<Types xmlns="${packaged}/content-types"/>`);

export const wordBody = (inner: string): string =>
  `<w:document xmlns:w="${words}"><w:body>${inner}</w:body></w:document>`;
export const paragraph = (text: string, format = ''): string =>
  `<w:p><w:r>${format === '' ? '' : `<w:rPr>${format}</w:rPr>`}<w:t>${text}</w:t></w:r></w:p>`;

export const wordFile = (inner: string, more: readonly Member[] = [], main = 'word/document.xml'): Buffer =>
  writeZip([
    types,
    part('_rels/.rels', relations(['officeDocument', main])),
    part('word/document.xml', wordBody(inner)),
    ...more,
  ]);

export const sheetFile = (rows: string, sheetData = `<sheetData>${rows}</sheetData>`): Buffer =>
  writeZip([
    types,
    part('_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    part('xl/_rels/workbook.xml.rels', relations(['worksheet', 'worksheets/sheet1.xml'])),
    part('xl/worksheets/sheet1.xml', `<worksheet xmlns="${sheets}">${sheetData}</worksheet>`),
  ]);

export const slideFile = (texts: readonly string[], unused: readonly string[] = []): Buffer => {
  const slide = (text: string): string =>
    `<p:sld xmlns:p="${slides}" xmlns:a="${drawing}"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
  return writeZip([
    types,
    part('_rels/.rels', relations(['officeDocument', 'ppt/presentation.xml'])),
    part(
      'ppt/presentation.xml',
      `<p:presentation xmlns:p="${slides}" xmlns:r="${office}"><p:sldIdLst>${texts.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ),
    part(
      'ppt/_rels/presentation.xml.rels',
      relations(...texts.map((_, index): [string, string] => ['slide', `slides/slide${index + 1}.xml`])),
    ),
    ...[...texts, ...unused].map((text, index) => part(`ppt/slides/slide${index + 1}.xml`, slide(text))),
  ]);
};

export const openFile = (kind: 'text' | 'spreadsheet', body: string): Buffer =>
  writeZip([
    part('mimetype', `application/vnd.oasis.opendocument.${kind}`),
    part(
      'content.xml',
      `<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><o:body>${body}</o:body></o:document-content>`,
    ),
  ]);
