import type { Element } from '@xmldom/xmldom';
import type { WorkbookCell, WorkbookSheet } from 'osharm/documents';
import { attr, type CellFormat, child, children, fillColour, fillKind, fontProperty } from 'osharm/documents';
import { MetricFault } from 'osharm/evaluators';

const links = ['ref', 'location', 'tooltip', 'display', 'id'];

/**
 * A cell's style property by OSWorld's name. `differential` is the conditional format that overrides the cell's style.
 * Font, number format and hyperlink are null for cells without a value. Throws MetricFault if openpyxl would raise.
 */
export function readCellStyle(
  name: string,
  sheet: WorkbookSheet,
  reference: string,
  differential: Element | null = null,
): unknown {
  const isCovered = sheet.covered.has(reference);
  const cell = isCovered ? undefined : sheet.cells.get(reference);
  const isFilled = cell !== undefined && (cell.value !== null || cell.formula !== null);
  const format: CellFormat | null = cell?.format ?? sheet.book.formats[0] ?? null;
  switch (name) {
    case 'number_format':
      if (!isFilled || !isNumber(cell)) return null;
      if (differential === null) return format?.numberFormat ?? 'General';
      return needed(attr(child(differential, 'numFmt'), 'formatCode'), name);
    case 'font_name':
    case 'font_family':
    case 'font_color':
    case 'font_bold':
    case 'font_italic':
    case 'font_underline':
    case 'font_size': {
      if (!isFilled) return null;
      const font = differential === null ? (format?.font ?? null) : needed(child(differential, 'font'), name);
      return needed(fontProperty(font, name), name);
    }
    case 'fill_type':
      return differential === null || child(differential, 'fill') !== null
        ? fillKind(differential === null ? (format?.fill ?? null) : child(differential, 'fill'))
        : null;
    case 'bgcolor':
    case 'fgcolor':
      if (differential === null) return fillColour(format?.fill ?? null, 'fgColor');
      return child(differential, 'fill') === null ? null : fillColour(child(differential, 'fill'), 'bgColor');
    case 'hyperlink': {
      if (!isFilled) return null;
      const link = children(child(sheet.root, 'hyperlinks'), 'hyperlink').find(
        (item) => attr(item, 'ref') === reference,
      );
      return link === undefined ? '' : Object.fromEntries(links.map((part) => [part, attr(link, part)]));
    }
    case 'merge':
      return isCovered;
    default:
      throw new MetricFault(`There is no style ${JSON.stringify(name)}.`, 'task');
  }
}

function isNumber(cell: WorkbookCell): boolean {
  return cell.formula === null && cell.value?.kind === 'number';
}

function needed<T>(value: T | null | undefined, name: string): T | null {
  // openpyxl raises for a font without a colour and for a conditional format without a font. Other nulls are valid
  // values.
  if (value === undefined || (value === null && name === 'number_format'))
    throw new MetricFault(`A cell's ${name} isn't specified.`, 'result');
  return value;
}
