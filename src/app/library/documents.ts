/** `import { … } from 'osharm/documents'`: readers of office files and XML. */
export {
  type CellRange,
  columnLetters,
  columnNumber,
  isRangeWithin,
  readRange,
  referencesIn,
} from '../../base/documents/office/cell-range.ts';
export { evaluateFormula, type FormulaValue, isFormulaTrue } from '../../base/documents/office/formula.ts';
export { OfficePackage } from '../../base/documents/office/office-package.ts';
export { OpenDocument } from '../../base/documents/office/open-document.ts';
export {
  cellParagraphs,
  tableCellText,
  WordDocument,
  WordParagraph,
  type WordRun,
} from '../../base/documents/office/word-document.ts';
export { Workbook } from '../../base/documents/office/workbook.ts';
export {
  type CellValue,
  inSheet,
  relatedParts,
  type SheetBook,
  type WorkbookCell,
  type WorkbookSheet,
} from '../../base/documents/office/workbook-sheet.ts';
export { type CellFormat, fillColour, fillKind, fontProperty } from '../../base/documents/office/workbook-styles.ts';
export { all, attr, child, children, descend } from '../../base/documents/office/xml-search.ts';
export { childElements, xmlRoot } from '../../base/documents/text/xml.ts';
export { zipFault } from '../../base/documents/text/zip-directory.ts';
