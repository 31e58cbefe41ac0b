import { escapeXmlAttribute } from '../../../../base/documents/text/escape-xml.ts';
import { openDocumentFile, openDocumentRoot } from '../../../../base/documents/write/office-file.ts';
import { builtFileTime } from './office-files.ts';

interface Comment {
  by: string;
  text: string;
}
/** A cell with an optional visible comment. Numbers are strings if they contain a placeholder. */
export type OpenCell =
  | string
  | { number: number | string; comment?: Comment | undefined }
  | { formula: string; shown: number | string; comment?: Comment | undefined };

/** In centimetres. */
const columnWidth = 4;
const rowHeight = 0.7;

/** Returns a Calc file (.ods) with visible comments. Deterministic. */
export function openDocumentSheet(name: string, rows: readonly (readonly OpenCell[])[]): Uint8Array {
  let comments = 0;
  const commented = (comment: Comment | undefined, row: number): string => {
    if (comment === undefined) return '';
    comments += 1;
    // Comments are stacked to the right of the cells.
    const left = columnWidth * 4.3;
    const top = rowHeight * row + 3.2 * (comments - 1);
    return `<office:annotation office:display="true" svg:x="${left.toFixed(2)}cm" svg:y="${top.toFixed(2)}cm" svg:width="4.4cm" svg:height="2.6cm"><dc:creator>${escapeXmlAttribute(comment.by)}</dc:creator><dc:date>2026-03-04T09:12:00</dc:date><text:p>${escapeXmlAttribute(comment.by)}: ${escapeXmlAttribute(comment.text)}</text:p></office:annotation>`;
  };
  const cell = (content: OpenCell, row: number): string => {
    if (typeof content === 'string')
      return content === ''
        ? '<table:table-cell/>'
        : `<table:table-cell office:value-type="string"><text:p>${escapeXmlAttribute(content)}</text:p></table:table-cell>`;
    const value = 'formula' in content ? content.shown : content.number;
    const formula = 'formula' in content ? ` table:formula="of:=${escapeXmlAttribute(content.formula)}"` : '';
    return `<table:table-cell${formula} office:value-type="float" office:value="${value}">${commented(content.comment, row)}<text:p>${value}</text:p></table:table-cell>`;
  };
  const table = rows
    .map(
      (cells, row) =>
        `<table:table-row table:style-name="row">${cells.map((content) => cell(content, row)).join('')}</table:table-row>`,
    )
    .join('');
  const content = `<office:document-content ${openDocumentRoot('office', 'table', 'text', 'style', 'svg', 'dc', 'of')}><office:automatic-styles><style:style style:name="column" style:family="table-column"><style:table-column-properties style:column-width="${columnWidth}cm"/></style:style><style:style style:name="row" style:family="table-row"><style:table-row-properties style:row-height="${rowHeight}cm" style:use-optimal-row-height="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="${escapeXmlAttribute(name)}"><table:table-column table:style-name="column" table:number-columns-repeated="1024"/>${table}</table:table></office:spreadsheet></office:body></office:document-content>`;
  return openDocumentFile('spreadsheet', { 'content.xml': content }, builtFileTime);
}
