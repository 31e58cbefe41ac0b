import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readableText } from '../reading/read-document.ts';
import { documentParagraphs, slideParagraphs } from './paragraphs.ts';
import { readSheets } from './sheets.ts';

const file = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../test/effect/office', name));

describe('files written by LibreOffice', () => {
  it.each(['letter.docx', 'letter.odt'])('the paragraphs of %s are read as LibreOffice wrote them', (name) => {
    const paragraphs = (documentParagraphs(file(name)) ?? [])
      .map((documentParagraph) => documentParagraph.replace(/\s+/g, ' '))
      .filter((value) => value !== '');
    expect(paragraphs).toEqual(['Title here', 'Dear Ms Lee, two words', 'Line break é ü 好', 'cell one', 'cell two']);
    expect(readSheets(file(name))).toBeNull();
  });

  it.each(['costs.xlsx', 'costs.ods'])('the cells of %s are read as LibreOffice wrote them', (name) => {
    const [sheet, ...others] = readSheets(file(name)) ?? [];
    expect(others).toEqual([]);
    expect(sheet?.cells.get('A2')).toEqual({ value: 'Bus' });
    expect(sheet?.cells.get('B2')).toEqual({ value: 12.5 });
    expect(sheet?.cells.get('C3')).toMatchObject({ value: 132.5, formula: expect.stringMatching(/^=SUM/) });
    expect(sheet?.cells.get('D1')).toBeUndefined();
    expect(readableText(file(name))).toContain('B2: 12.5\nC2: 25\n');
    expect(documentParagraphs(file(name))).toBeNull();
  });

  it.each(['slides.pptx', 'slides.odp'])('the slides of %s are read as LibreOffice wrote them', (name) => {
    expect(slideParagraphs(file(name))).toEqual([['First slide'], ['Second slide']]);
  });
});
