import { markedDocx } from './docx.ts';
import type { PutMark } from './marked-file.ts';
import { markedOdp, markedOds, markedOdt } from './open-document.ts';
import { markedPdf } from './pdf.ts';
import { markedCsv, markedHtml, markedLatinText, markedMessage, markedWideText, markedZip } from './plain.ts';
import { markedPptx } from './pptx.ts';
import { markedRtf } from './rtf.ts';
import { markedXlsx } from './xlsx.ts';

/** One file of each format, with a mark in each place that the format's specification knows. */
export const formats: Readonly<Record<string, (put: PutMark) => Buffer>> = {
  docx: markedDocx,
  xlsx: markedXlsx,
  pptx: markedPptx,
  odt: markedOdt,
  ods: markedOds,
  odp: markedOdp,
  pdf: markedPdf,
  rtf: markedRtf,
  html: markedHtml,
  eml: markedMessage,
  csv: markedCsv,
  'txt (UTF-16)': markedWideText,
  'txt (ISO 8859-1)': markedLatinText,
  zip: markedZip,
};
