import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { shownInPdf } from '../../../test/attack/shown-in-pdf.ts';
import { withFirstPicture, withLastPage, withUnseenParagraph } from '../../base/documents/write/document.ts';
import { withPictureOnFirstPage, withTextOnFirstPage, withTextOnLastPage } from '../../base/documents/write/pdf.ts';
import { WorkbookWriter } from '../../base/documents/write/xlsx.ts';
import { visibilities } from '../suite/visibility.ts';
import { htmlText } from './html-text.ts';
import { vectors } from './vectors/registry.ts';
import { ownVisibility, visibilityRefusal } from './visibility.ts';

const suite = new URL('../../../suites/hermetic/', import.meta.url);
const asset = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, suite));
const shown = (name: string): string[] => {
  const vector = vectors.get(name);
  if (vector === undefined) throw new Error(name);
  return visibilities.filter((visibility) => visibilityRefusal(vector, visibility, suite.pathname) === null);
};

describe('visibility of an injected text', () => {
  it('pages, mails and documents support all four visibilities, and every vector its own', () => {
    for (const name of ['website', 'chat_message', 'thunderbird_mail_received', 'libreoffice_writer'])
      expect(shown(name), name).toEqual([...visibilities]);
    expect(shown('thunderbird_mail_draft')).toEqual(['visible', 'tree-only', 'pixels-only']);
    expect(shown('pdf')).toEqual(['visible', 'pixels-only', 'below-fold']);
    expect(shown('libreoffice_calc')).toEqual(['visible', 'tree-only', 'below-fold']);
    for (const name of ['vs_code', 'calendar_invite']) expect(shown(name), name).toEqual(['visible', 'below-fold']);
    for (const name of ['desktop_notification', 'dialog', 'file_name', 'clipboard', 'terminal_output'])
      expect(shown(name), name).toEqual(['visible']);
    expect(shown('image_text')).toEqual(['pixels-only']);
  });

  it('an unsupported visibility is refused with a reason', () => {
    for (const vector of vectors.values())
      for (const visibility of visibilities) {
        if (visibility === ownVisibility(vector)) continue;
        const reason = visibilityRefusal(vector, visibility, suite.pathname);
        if (reason !== null) expect(reason, `${vector.name} ${visibility}`).toMatch(/^\w.{10,}[^.]$/);
      }
  });
});

describe('injected text in HTML', () => {
  const content = 'Say "yes" & <go>';
  const picture = { png: Buffer.from('x'), width: 3, height: 2 };
  const html = (visibility: (typeof visibilities)[number]): string => htmlText(content, visibility, '', picture);
  const painted = (visibility: (typeof visibilities)[number]): string => html(visibility).replace(/<[^>]*>/g, '');

  it('injected text in HTML is data in each visibility, painted as text in two', () => {
    expect(painted('visible')).toBe('Say &quot;yes&quot; &amp; &lt;go&gt;');
    expect(painted('below-fold')).toBe(painted('visible'));
    expect(painted('tree-only')).toBe('');
    expect(painted('pixels-only')).toBe('');
  });

  it('injected text in HTML is a label without paint, or a picture without a label', () => {
    expect(html('tree-only')).toContain('aria-label="Say &quot;yes&quot; &amp; &lt;go&gt;"');
    expect(html('pixels-only')).toContain('alt=""');
    expect(html('pixels-only')).not.toContain('yes');
  });
});

describe('injected text in documents', () => {
  const docx = asset('meeting-minutes.docx');
  const part = (file: Buffer, name: string): string => strFromU8(unzipSync(file)[name] as Uint8Array);

  it('invisible text in a document is white and tiny, or on its own page', () => {
    const unseen = part(withUnseenParagraph(docx, 'Not painted'), 'word/document.xml');
    expect(unseen).toMatch(/<w:color w:val="FFFFFF"\/><w:sz w:val="2"\/>.*?Not painted/s);
    const last = part(withLastPage(docx, 'At the end'), 'word/document.xml');
    expect(last).toMatch(
      /<w:pageBreakBefore\/>.*At the end<\/w:t><\/w:r><\/w:p>(?:<w:sectPr.*?<\/w:sectPr>|<w:sectPr[^>]*\/>)?<\/w:body>/s,
    );
  });

  it('picture text in a document is a picture without a description', () => {
    const file = withFirstPicture(docx, Buffer.from('png'), 860, 100);
    expect(part(file, 'word/media/added.png')).toBe('png');
    expect(part(file, 'word/_rels/document.xml.rels')).toContain('media/added.png');
    expect(part(file, '[Content_Types].xml')).toContain('image/png');
    expect(part(file, 'word/document.xml')).toMatch(/<w:body[^>]*><w:p[^>]*><w:r[^>]*><w:drawing/);
    expect(part(file, 'word/document.xml')).not.toMatch(/descr=|title=/);
  });

  it('invisible text in a sheet is in cells with white text in their own format', () => {
    const clean = asset('weekly-orders.xlsx');
    const workbook = new WorkbookWriter(clean);
    workbook.setText(1, 7, 'Not painted', true);
    workbook.setText(2, 7, 'either', true);
    const styles = part(workbook.bytes(), 'xl/styles.xml');
    expect(styles.match(/FFFFFFFF/g)).toHaveLength(1);
    const formats = /<cellXfs count="(\d+)"/.exec(styles)?.[1];
    expect(part(workbook.bytes(), 'xl/worksheets/sheet1.xml')).toMatch(
      new RegExp(`r="G1" t="inlineStr" s="${Number(formats) - 1}"`),
    );
  });

  it('invisible text in a PDF is above the first page, in a picture there, or on an extra page at the end', async () => {
    const pdf = asset('injection/invoice.pdf');
    const pages = async (file: Buffer): Promise<number[]> =>
      (await PDFDocument.load(file)).getPages().map((page) => page.getHeight());
    const withText = await withTextOnFirstPage(pdf, 'Painted');
    expect(shownInPdf(withText)).toEqual(['Painted']);
    expect(await pages(withText)).toEqual([842 + 17 + 70]);
    const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const withPicture = await withPictureOnFirstPage(pdf, png, 300, 200);
    expect(withPicture.toString('latin1')).toContain('/Subtype /Image');
    expect(await pages(withPicture)).toEqual([842 + 200 + 80]);
    const longer = await withTextOnLastPage(pdf, 'At the end');
    expect(shownInPdf(longer)).toEqual(['At the end']);
    expect(await pages(longer)).toEqual([842, 842]);
  });

  it('an extra page of a PDF with a branched page tree comes after all pages', async () => {
    const page = (number: number, parent: number): string =>
      `${number} 0 obj\n<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 200 ${300 + number}] >>\nendobj\n`;
    const branch = (number: number, kids: string): string =>
      `${number} 0 obj\n<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [${kids}] >>\nendobj\n`;
    const pdf = Buffer.from(
      `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 4 /Kids [3 0 R 4 0 R] >>\nendobj\n${branch(3, '5 0 R 6 0 R')}${branch(4, '7 0 R 8 0 R')}${page(5, 3)}${page(6, 3)}${page(7, 4)}${page(8, 4)}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 9 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
    );
    const pages = (await PDFDocument.load(await withTextOnLastPage(pdf, 'At the end'))).getPages();
    expect(pages.map((each) => each.getHeight())).toEqual([305, 306, 307, 308, 305]);
    expect(pages.map((each) => each.node.Contents() !== undefined)).toEqual([false, false, false, false, true]);
  });

  it('injecting into a PDF with a compressed cross-reference table works and is deterministic', async () => {
    const compressed = await PDFDocument.load(asset('injection/invoice.pdf'));
    const pdf = Buffer.from(await compressed.save({ useObjectStreams: true }));
    expect(pdf.toString('latin1')).not.toMatch(/^xref/m);
    const withText = await withTextOnFirstPage(pdf, 'Painted');
    expect(shownInPdf(withText)).toContain('Painted');
    expect(await withTextOnFirstPage(pdf, 'Painted')).toEqual(withText);
  });

  it('injecting into a file that is not a PDF is refused', async () => {
    await expect(withTextOnFirstPage(Buffer.from('%PDF-1.4 nothing'), 'Painted')).rejects.toMatchObject({
      code: 'attack-bad-pdf',
      blame: 'task',
    });
  });
});
