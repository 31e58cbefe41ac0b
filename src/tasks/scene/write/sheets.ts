import { columnLetters } from '../../../base/documents/office/cell-range.ts';
import { escapeXmlAttribute } from '../../../base/documents/text/escape-xml.ts';
import {
  ooxmlFile,
  ooxmlNamespaces,
  ooxmlRelations,
  openDocumentFile,
  openDocumentRoot,
} from '../../../base/documents/write/office-file.ts';
import type { DocumentFacts } from './blocks.ts';
import { propertiesPart } from './properties-part.ts';

/** `date` is in Unix milliseconds. */
export type WrittenCell =
  | { kind: 'text'; text: string; bold?: boolean | undefined }
  | { kind: 'number'; value: number; decimals: number; formula?: string | undefined; bold?: boolean | undefined }
  | { kind: 'date'; date: number };

export interface SheetTable {
  name: string;
  rows: readonly (readonly WrittenCell[])[];
  /** Column widths in characters. */
  widths: readonly number[];
  /** The number of rows frozen at the top. */
  frozen: number;
}

const main = ooxmlNamespaces.spreadsheet;
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Cell formats: plain, bold, integer, money, date, bold integer, bold money. */
const formats =
  '<xf/><xf fontId="1" applyFont="1"/><xf numFmtId="3"/><xf numFmtId="4"/><xf numFmtId="14"/><xf numFmtId="3" fontId="1" applyFont="1"/><xf numFmtId="4" fontId="1" applyFont="1"/>';
const styles = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="10"/><name val="Liberation Sans"/></font><font><b/><sz val="10"/><name val="Liberation Sans"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7">${formats}</cellXfs></styleSheet>`;

const serialDate = (time: number): number => Math.floor(time / 86_400_000) + 25_569;

function xlsxCell(cell: WrittenCell, at: string): string {
  switch (cell.kind) {
    case 'text':
      return cell.text === ''
        ? ''
        : `<c r="${at}" s="${cell.bold === true ? 1 : 0}" t="inlineStr"><is><t xml:space="preserve">${escapeXmlAttribute(cell.text)}</t></is></c>`;
    case 'number': {
      const style = (cell.decimals === 0 ? 2 : 3) + (cell.bold === true ? 3 : 0);
      // Integers are often identifiers, so omit the thousands separator.
      const shown = cell.decimals === 0 && cell.formula === undefined ? (cell.bold === true ? 1 : 0) : style;
      return `<c r="${at}" s="${shown}">${cell.formula === undefined ? '' : `<f>${escapeXmlAttribute(cell.formula)}</f>`}<v>${cell.value}</v></c>`;
    }
    case 'date':
      return `<c r="${at}" s="4"><v>${serialDate(cell.date)}</v></c>`;
  }
}

function sheetXml({ rows, widths, frozen }: SheetTable): string {
  const columns = widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const lines = rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => xlsxCell(cell, `${columnLetters(column + 1)}${row + 1}`)).join('')}</row>`,
    )
    .join('');
  const pane =
    frozen === 0
      ? ''
      : `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`;
  return `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns}</cols><sheetData>${lines}</sheetData></worksheet>`;
}

export function xlsxOf(tables: readonly SheetTable[], facts: DocumentFacts): Buffer {
  const sheets = tables.map(
    ({ name }, index) => `<sheet name="${escapeXmlAttribute(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`,
  );
  const workbook = {
    path: 'xl/workbook.xml',
    contentType: `${kind}.sheet.main+xml`,
    relation: ooxmlRelations.officeDocument,
    xml: `<workbook xmlns="${main}" xmlns:r="${ooxmlNamespaces.officeRelations}"><sheets>${sheets.join('')}</sheets></workbook>`,
    parts: [
      ...tables.map((table, index) => ({
        path: `xl/worksheets/sheet${index + 1}.xml`,
        contentType: `${kind}.worksheet+xml`,
        relation: ooxmlRelations.worksheet,
        xml: sheetXml(table),
      })),
      { path: 'xl/styles.xml', contentType: `${kind}.styles+xml`, relation: ooxmlRelations.styles, xml: styles },
    ],
  };
  return ooxmlFile([workbook, propertiesPart(facts)], facts.changed);
}

function odsCell(cell: WrittenCell): string {
  const style = cell.kind !== 'date' && cell.bold === true ? ' table:style-name="Bold"' : '';
  switch (cell.kind) {
    case 'text':
      return cell.text === ''
        ? '<table:table-cell/>'
        : `<table:table-cell${style} office:value-type="string"><text:p>${escapeXmlAttribute(cell.text)}</text:p></table:table-cell>`;
    case 'number': {
      const formula =
        cell.formula === undefined
          ? ''
          : ` table:formula="of:=${escapeXmlAttribute(cell.formula.replaceAll(/\b([A-Z]{1,2}\d+)(:[A-Z]{1,2}\d+)?\b/g, (_, from: string, to?: string) => `[.${from}${to === undefined ? '' : `:.${to.slice(1)}`}]`))}"`;
      return `<table:table-cell${style}${formula} office:value-type="float" office:value="${cell.value}"><text:p>${cell.value.toFixed(cell.decimals)}</text:p></table:table-cell>`;
    }
    case 'date': {
      const day = new Date(cell.date).toISOString().slice(0, 10);
      return `<table:table-cell table:style-name="Date" office:value-type="date" office:date-value="${day}"><text:p>${day}</text:p></table:table-cell>`;
    }
  }
}

export function odsOf(tables: readonly SheetTable[], facts: DocumentFacts): Buffer {
  const widths = [...new Set(tables.flatMap((table) => table.widths))];
  const columnStyles = widths
    .map(
      (width) =>
        `<style:style style:name="w${String(width).replace('.', '_')}" style:family="table-column"><style:table-column-properties style:column-width="${(width * 0.19).toFixed(2)}cm"/></style:style>`,
    )
    .join('');
  const date =
    '<number:date-style style:name="D1"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style><style:style style:name="Date" style:family="table-cell" style:data-style-name="D1"/>';
  const bold =
    '<style:style style:name="Bold" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style>';
  const body = tables
    .map(
      ({ name, rows, widths: columnWidths }) =>
        `<table:table table:name="${escapeXmlAttribute(name)}">${columnWidths.map((width) => `<table:table-column table:style-name="w${String(width).replace('.', '_')}"/>`).join('')}${rows.map((cells) => `<table:table-row>${cells.map(odsCell).join('')}</table:table-row>`).join('')}</table:table>`,
    )
    .join('');
  const root = openDocumentRoot('office', 'table', 'text', 'style', 'number', 'fo', 'of');
  const content = `<office:document-content ${root}><office:automatic-styles>${columnStyles}${date}${bold}</office:automatic-styles><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body></office:document-content>`;
  return openDocumentFile('spreadsheet', { 'content.xml': content }, facts.changed);
}

export function csvOf([table]: readonly SheetTable[]): Buffer {
  const shown = (cell: WrittenCell): string => {
    if (cell.kind === 'date') return new Date(cell.date).toISOString().slice(0, 10);
    if (cell.kind === 'number') return cell.value.toFixed(cell.decimals);
    return /[",\n]/.test(cell.text) ? `"${cell.text.replaceAll('"', '""')}"` : cell.text;
  };
  return Buffer.from(`${(table?.rows ?? []).map((cells) => cells.map(shown).join(',')).join('\n')}\n`);
}
