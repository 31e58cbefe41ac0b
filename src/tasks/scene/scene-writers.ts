import { UsageError } from '../../base/errors.ts';
import { type PhotoSubject, photographed } from './picture/photo.ts';
import { scannedPages, scannedPicture } from './picture/scan.ts';
import type { Seeded } from './seeded.ts';
import { blocksOf, type DocumentFacts } from './write/blocks.ts';
import { docxOf } from './write/docx.ts';
import { odtOf } from './write/odt.ts';
import { pdfOf } from './write/pdf.ts';
import { csvOf, odsOf, type SheetTable, xlsxOf } from './write/sheets.ts';

/** Write the bytes of a scene's files. Tests that read only texts, names and dates replace them. */
export interface SceneWriters {
  document(path: string, text: string, facts: DocumentFacts): Promise<Buffer>;
  sheet(path: string, tables: readonly SheetTable[], facts: DocumentFacts): Buffer;
  scan(path: string, text: string, facts: DocumentFacts, random: Seeded): Promise<Buffer>;
  photo(of: PhotoSubject, text: string, random: Seeded): Promise<Buffer>;
}

export const sceneWriters: SceneWriters = {
  document: documentBytes,
  sheet: sheetBytes,
  scan: scanBytes,
  photo: photographed,
};

async function documentBytes(path: string, text: string, facts: DocumentFacts): Promise<Buffer> {
  const ending = path.split('.').at(-1);
  if (ending === 'docx') return docxOf(blocksOf(text), facts);
  if (ending === 'odt') return odtOf(blocksOf(text), facts);
  if (ending === 'pdf') return pdfOf(blocksOf(text), facts);
  return Buffer.from(text);
}

async function scanBytes(path: string, text: string, facts: DocumentFacts, random: Seeded): Promise<Buffer> {
  if (path.endsWith('.pdf')) return pdfOf([], facts, await scannedPages(text, random));
  const ending = path.split('.').at(-1);
  if (ending === 'jpg' || ending === 'png') return scannedPicture(text, ending, random);
  throw new UsageError(`${path} is not a scan.`, { code: 'scene-file', hint: 'Scans are .pdf, .jpg or .png.' });
}

function sheetBytes(path: string, tables: readonly SheetTable[], facts: DocumentFacts): Buffer {
  if (path.endsWith('.xlsx')) return xlsxOf(tables, facts);
  if (path.endsWith('.ods')) return odsOf(tables, facts);
  if (path.endsWith('.csv')) return csvOf(tables);
  throw new UsageError(`${path} is not a sheet.`, { code: 'scene-file', hint: 'Sheets are .xlsx, .ods or .csv.' });
}
