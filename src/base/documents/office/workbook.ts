import type { Element } from '@xmldom/xmldom';
import { OfficePackage } from './office-package.ts';
import { richText, type SheetBook, WorkbookSheet } from './workbook-sheet.ts';
import { type CellFormat, readStyles } from './workbook-styles.ts';
import { all, attr, child, children } from './xml-search.ts';

/** The parts needed for values, formulas and formats. */
const valueParts = /^(?:_rels\/\.rels|xl\/_rels\/[^/]+|xl\/[^/]+\.xml|xl\/worksheets\/[^/]+\.xml)$/;

export class Workbook implements SheetBook {
  readonly file: OfficePackage;
  readonly sheets: readonly WorkbookSheet[];
  readonly strings: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly differential: readonly Element[];
  readonly is1904: boolean;
  readonly active: number;

  private constructor(file: OfficePackage, { formats: hasFormats = true } = {}) {
    const part = file.mainPart();
    const root = file.need(part);
    if (root.localName !== 'workbook') throw file.fault('A file is not a workbook.');
    const relations = file.relations(part);
    const shared = relations.find((relation) => relation.type.endsWith('/sharedStrings'));
    const styles = hasFormats ? relations.find((relation) => relation.type.endsWith('/styles')) : undefined;
    this.file = file;
    this.strings = shared === undefined ? [] : children(file.xml(shared.target), 'si').map(richText);
    const styleRoot = styles === undefined ? null : file.xml(styles.target);
    this.formats = readStyles(styleRoot);
    this.differential = children(child(styleRoot, 'dxfs'), 'dxf');
    this.sheets = children(child(root, 'sheets'), 'sheet').flatMap((entry) => {
      const id = [...entry.attributes].find(
        (attribute) => attribute.localName === 'id' && attribute.prefix !== null,
      )?.value;
      const relation = relations.find((item) => item.id === id);
      // Chart sheets have no cells.
      if (relation === undefined || relation.type.endsWith('/chartsheet')) return [];
      return [new WorkbookSheet(this, attr(entry, 'name') ?? '', relation.target)];
    });
    this.is1904 = ['1', 'true'].includes(attr(child(root, 'workbookPr'), 'date1904') ?? '');
    this.active = Number(attr(all(root, 'workbookView')[0], 'activeTab') ?? 0);
  }

  static async open(path: unknown): Promise<Workbook> {
    return new Workbook(await OfficePackage.open(path));
  }

  /**
   * Reads names, values and formulas, but no formats, so dates are plain numbers. Throws MetricFault if the bytes are
   * not an .xlsx file.
   */
  static readValues(content: Uint8Array): Workbook {
    return new Workbook(OfficePackage.read(content, '', valueParts), { formats: false });
  }

  /** Reads names, values, formulas and formats. Throws MetricFault if the bytes are not an .xlsx file. */
  static readFormatted(content: Uint8Array): Workbook {
    return new Workbook(OfficePackage.read(content, '', valueParts));
  }

  get names(): string[] {
    return this.sheets.map((sheet) => sheet.name);
  }

  sheet(name: string): WorkbookSheet | null {
    return this.sheets.find((sheet) => sheet.name === name) ?? null;
  }
}
