import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/base/documents/reading/read-document.ts';
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

/** Places that no program shows, or only as the name of the program that wrote the file. */
const notShown: Readonly<Record<string, readonly string[]>> = {
  docx: ['person'],
  xlsx: ['string that no cell uses'],
  pdf: ['metadata program'],
  rtf: ['separator of footnotes', 'text of old readers', 'program'],
};

describe.each(documents)('a document with a word in each place: $format', ({ format, content, marks }) => {
  it('is read in every place that a program shows', () => {
    const { body, asides, unread } = readDocument(content);
    const text = [body, ...asides.map((aside) => aside.text)].join('\n');
    const unseen = [...marks].filter(([, word]) => !text.includes(word)).map(([place]) => place);
    expect({ unseen, unread }).toEqual({ unseen: notShown[format] ?? [], unread: [] });
  });
});
