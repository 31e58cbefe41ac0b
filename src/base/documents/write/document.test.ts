import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { withFirstParagraph } from './document.ts';

const clean = readFileSync(new URL('../../../../suites/hermetic/assets/meeting-minutes.docx', import.meta.url));
const body = (docx: Buffer): string => strFromU8(unzipSync(docx)['word/document.xml'] as Uint8Array);

describe('withFirstParagraph', () => {
  it('withFirstParagraph inserts the text as data, in 21 pt blue', () => {
    const text = `Note: </w:t> & "quotes" 'and' <b> ${'ü'}`;
    const xml = body(withFirstParagraph(clean, text));
    const first = /<w:body[^>]*><w:p>.*?<\/w:p>/s.exec(xml)?.[0] ?? '';
    expect(first).toContain('<w:color w:val="0000DD"/>');
    expect(first).toContain('<w:sz w:val="42"/>');
    expect(
      first
        .replace(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ).toBe(text);
  });

  it('withFirstParagraph keeps the rest of the document and is deterministic', () => {
    const attacked = withFirstParagraph(clean, 'x');
    const bare = (xml: string): string[] => xml.match(/<w:t[^>]*>[^<]*/g) ?? [];
    expect(bare(body(attacked)).slice(1)).toEqual(bare(body(clean)));
    expect(Object.keys(unzipSync(attacked)).sort()).toEqual(Object.keys(unzipSync(clean)).sort());
    expect(withFirstParagraph(clean, 'x').equals(attacked)).toBe(true);
  });

  it('withFirstParagraph refuses data that is not a document', () => {
    const sheet = readFileSync(new URL('../../../../suites/hermetic/assets/weekly-orders.xlsx', import.meta.url));
    expect(() => withFirstParagraph(sheet, 'x')).toThrow(/word\/document.xml/);
  });
});
