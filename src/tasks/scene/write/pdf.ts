import type { PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { inWinAnsi } from '../../../base/documents/write/pdf.ts';
import { type DocumentBlock, type DocumentFacts, runsOf, type TextRun } from './blocks.ts';

const paper = { width: 595, height: 842, margin: 62 };
const contentWidth = paper.width - 2 * paper.margin;

type PdfLibrary = typeof import('@cantoo/pdf-lib');

export interface PagePicture {
  width: number;
  height: number;
  jpeg: Buffer;
}

/**
 * Writes a PDF with a running header and page numbers. Each of `pictures` becomes a full page, like a scan.
 * Deterministic.
 */
export async function pdfOf(
  blocks: readonly DocumentBlock[],
  facts: DocumentFacts,
  pictures: readonly PagePicture[] = [],
): Promise<Buffer> {
  const document = await newDocument(blocks, facts.header);
  document.setTitle(facts.title);
  document.setAuthor(facts.author);
  document.setProducer(pictures.length > 0 ? 'ScanFlow 3.1' : 'LibreOffice 7.4');
  document.setCreationDate(new Date(facts.created));
  document.setModificationDate(new Date(facts.changed));
  for (const { jpeg } of pictures) {
    const image = await document.embedJpg(jpeg);
    document.addPage([paper.width, paper.height]).drawImage(image, { width: paper.width, height: paper.height });
  }
  return Buffer.from(await document.save());
}

export async function pageCount(blocks: readonly DocumentBlock[]): Promise<number> {
  return (await newDocument(blocks, '')).getPageCount();
}

async function newDocument(blocks: readonly DocumentBlock[], header: string): Promise<PDFDocument> {
  // Loaded lazily: the import takes a third of a second, and most commands write no PDF.
  const library = await import('@cantoo/pdf-lib');
  const document = await library.PDFDocument.create({ updateMetadata: false });
  if (blocks.length === 0) return document;
  const pages = new Pages(library, document, header);
  for (const block of blocks) place(block, pages);
  return document;
}

/** Lays out text from top to bottom, on as many pages as it needs. */
class Pages {
  readonly #library: PdfLibrary;
  readonly #document: PDFDocument;
  readonly #header: string;
  readonly #fonts: { regular: PDFFont; bold: PDFFont; italic: PDFFont };
  /** Character widths, in thousandths of the font size. */
  readonly #widths = new Map<PDFFont, Map<string, number>>();
  #page: PDFPage;
  #y = 0;

  constructor(library: PdfLibrary, document: PDFDocument, header: string) {
    const { StandardFonts } = library;
    this.#library = library;
    this.#document = document;
    this.#header = header;
    this.#fonts = {
      regular: document.embedStandardFont(StandardFonts.Helvetica),
      bold: document.embedStandardFont(StandardFonts.HelveticaBold),
      italic: document.embedStandardFont(StandardFonts.HelveticaOblique),
    };
    this.#page = this.newPage();
  }

  newPage(): PDFPage {
    this.#page = this.#document.addPage([paper.width, paper.height]);
    this.#y = paper.height - paper.margin;
    const small = { font: this.#fonts.regular, size: 8, color: this.#library.grayscale(0.45) };
    this.#page.drawText(inFont(this.#header), { ...small, x: paper.margin, y: paper.height - 36 });
    const number = String(this.#document.getPageCount());
    this.#page.drawText(number, { ...small, x: paper.width - paper.margin - 24, y: 32 });
    return this.#page;
  }

  /** Wraps a text at spaces to `width` points. */
  wrapped(text: string, size: number, width: number, allBold = false): TextRun[][] {
    const words = runsOf(text).flatMap(({ text: part, bold, italic }) =>
      part.split(/(?<= )/).map((word) => ({ text: word, bold: bold || allBold, italic })),
    );
    const lines: TextRun[][] = [[]];
    let used = 0;
    for (const word of words) {
      if (used > 0 && used + this.#widthOf({ ...word, text: word.text.trimEnd() }, size) > width) {
        lines.push([]);
        used = 0;
      }
      append(lines.at(-1) as TextRun[], word);
      used += this.#widthOf(word, size);
    }
    return lines;
  }

  line(runs: readonly TextRun[], size: number, left: number): void {
    this.need(size * 1.4);
    this.#y -= size * 1.4;
    this.#draw(runs, size, paper.margin + left, this.#y);
  }

  row(cells: readonly TextRun[][][], columns: readonly number[], size: number): void {
    const height = Math.max(...cells.map((lines) => lines.length)) * size * 1.35 + 5;
    this.need(height);
    let x = paper.margin;
    cells.forEach((lines, index) => {
      lines.forEach((runs, line) => {
        this.#draw(runs, size, x + 3, this.#y - (line + 1) * size * 1.3);
      });
      x += columns[index] as number;
    });
    this.#y -= height;
    this.#page.drawLine({
      start: { x: paper.margin, y: this.#y },
      end: { x: paper.width - paper.margin, y: this.#y },
      thickness: 0.5,
      color: this.#library.grayscale(0.7),
    });
  }

  space(points: number): void {
    this.#y -= points;
  }

  need(points: number): void {
    if (this.#y - points < paper.margin - 10) this.newPage();
  }

  #draw(runs: readonly TextRun[], size: number, left: number, y: number): void {
    let x = left;
    for (const run of runs) {
      this.#page.drawText(inFont(run.text), { x, y, size, font: this.#fontOf(run) });
      x += this.#widthOf(run, size);
    }
  }

  /** Ignores kerning, because the text is drawn without it. */
  #widthOf(run: TextRun, size: number): number {
    const font = this.#fontOf(run);
    const widths = this.#widths.get(font) ?? new Map<string, number>();
    this.#widths.set(font, widths);
    let sum = 0;
    for (const character of inFont(run.text)) {
      let width = widths.get(character);
      if (width === undefined) {
        width = font.widthOfTextAtSize(character, 1000);
        widths.set(character, width);
      }
      sum += width * (size / 1000);
    }
    return sum;
  }

  /** Bold italics fall back to bold. */
  #fontOf({ bold, italic }: TextRun): PDFFont {
    if (bold) return this.#fonts.bold;
    return italic ? this.#fonts.italic : this.#fonts.regular;
  }
}

function append(line: TextRun[], word: TextRun): void {
  const last = line.at(-1);
  if (last?.bold === word.bold && last.italic === word.italic) last.text += word.text;
  else line.push({ ...word });
}

const inFont = (text: string): string =>
  /^[\n\t\u0020-\u007e]*$/.test(text)
    ? text
    : [...text].map((character) => (inWinAnsi(character) ? character : '?')).join('');

function place(block: DocumentBlock, pages: Pages): void {
  switch (block.kind) {
    case 'heading': {
      const size = [17, 13.5, 11.5][block.level - 1] as number;
      pages.space(size * 0.7);
      pages.need(size * 4);
      for (const line of pages.wrapped(block.text, size, contentWidth, true)) pages.line(line, size, 0);
      pages.space(4);
      return;
    }
    case 'paragraph':
      for (const line of pages.wrapped(block.text, 10.5, contentWidth)) pages.line(line, 10.5, 0);
      pages.space(6);
      return;
    case 'item':
      pages.wrapped(block.text, 10.5, contentWidth - 22).forEach((line, index) => {
        const mark = { text: `${block.mark}  `, bold: false, italic: false };
        if (index === 0) pages.line([mark, ...line], 10.5, 8);
        else pages.line(line, 10.5, 22);
      });
      pages.space(2);
      return;
    case 'table': {
      const [head = []] = block.rows;
      const longest = head.map((_, column) =>
        Math.max(6, ...block.rows.map((cells) => Math.min(44, (cells[column] ?? '').length))),
      );
      const sum = longest.reduce((total, value) => total + value, 0);
      const columns = longest.map((value) => (contentWidth * value) / sum);
      block.rows.forEach((cells, row) => {
        pages.row(
          columns.map((width, column) => pages.wrapped(cells[column] ?? '', 9.5, width - 7, row === 0)),
          columns,
          9.5,
        );
      });
      pages.space(8);
      return;
    }
    case 'page-break':
      pages.newPage();
  }
}
