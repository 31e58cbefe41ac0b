import { describe, expect, it } from 'vitest';
import { readDocument, seenTextOf } from '../../../src/base/documents/reading/read-document.ts';
import { flatText, presentation, spreadsheet, textDocument } from './odf.ts';
import { slideshow, wordDocument, workbook } from './ooxml.ts';
import { pdfDocument } from './pdf.ts';
import { book, calendar, card, message, page, richText, savedPage } from './plain.ts';

/** Written from the formats' specifications by someone who had not read the reader. */
const documents = [
  textDocument(),
  spreadsheet(),
  presentation(),
  flatText(),
  wordDocument(),
  workbook(),
  slideshow(),
  pdfDocument(),
  richText(),
  message(),
  savedPage(),
  calendar(),
  card(),
  page(),
  book(),
];

describe.each(documents)('a document with a word in each place: $format', ({ content, marks }) => {
  it('has each word in its text', () => {
    const reading = readDocument(content);
    const text = seenTextOf(reading) ?? '';
    const unseen = [...marks].filter(([, word]) => !text.includes(word)).map(([place]) => place);
    expect({ unseen, unread: reading.unread }).toEqual({ unseen: [], unread: [] });
  });
});
