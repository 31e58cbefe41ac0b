import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { OsharmError } from '../../errors.ts';
import { brokenLines } from './wrap.ts';

const fontSize = 13;
const lineHeight = 17;
const margin = 40;
const lineLength = 78;
/** The characters of Windows-1252 between 128 and 159, which Latin-1 lacks. */
const windows1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Whether the standard fonts of PDF have the character. */
export const inWinAnsi = (character: string): boolean =>
  /^[\n\t\u0020-\u007e\u00a0-\u00ff]$/.test(character) || windows1252.includes(character);

/** Adds a band with `text` in 13 pt lines above the first page. */
export function withTextOnFirstPage(pdf: Buffer, text: string): Promise<Buffer> {
  const lines = brokenLines(text, lineLength);
  return edited(pdf, async (document) => {
    const page = withBand(document, lines.length * lineHeight + 2 * margin - 10);
    await drawLines(document, page, lines);
  });
}

/** Adds a band with a PNG picture above the first page. `width` and `height` are in points. */
export function withPictureOnFirstPage(pdf: Buffer, png: Buffer, width: number, height: number): Promise<Buffer> {
  return edited(pdf, async (document) => {
    const page = withBand(document, height + 2 * margin);
    const { x, y } = topLeft(page);
    page.drawImage(await document.embedPng(png), { x: x + margin, y: y - margin - height, width, height });
  });
}

/** Appends a page with `text` in 13 pt lines. */
export function withTextOnLastPage(pdf: Buffer, text: string): Promise<Buffer> {
  return edited(pdf, async (document) => {
    const { width, height } = document.getPage(0).getSize();
    await drawLines(document, document.addPage([width, height]), brokenLines(text, lineLength));
  });
}

/** Extends the first page at the top by `height` points. */
function withBand(document: PDFDocument, height: number): PDFPage {
  const page = document.getPage(0);
  const box = page.getMediaBox();
  page.setMediaBox(box.x, box.y, box.width, box.height + height);
  page.setCropBox(box.x, box.y, box.width, box.height + height);
  return page;
}

function topLeft(page: PDFPage): { x: number; y: number } {
  const { x, y, height } = page.getMediaBox();
  return { x, y: y + height };
}

async function drawLines(document: PDFDocument, page: PDFPage, lines: readonly string[]): Promise<void> {
  const { StandardFonts } = await import('@cantoo/pdf-lib');
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  const { x, y } = topLeft(page);
  page.drawText(lines.join('\n'), { x: x + margin, y: y - margin, size: fontSize, lineHeight, font });
}

async function edited(pdf: Buffer, edit: (document: PDFDocument) => Promise<void>): Promise<Buffer> {
  // Loaded lazily, because every command imports this module.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false, warnOnInvalidObjects: false });
    await edit(document);
    return Buffer.from(await document.save({ updateFieldAppearances: false }));
  } catch (error) {
    throw new OsharmError("The text can't be written into the PDF.", {
      code: 'attack-bad-pdf',
      blame: 'task',
      hint: 'Use a PDF that is neither encrypted nor damaged.',
      cause: error,
    });
  }
}
