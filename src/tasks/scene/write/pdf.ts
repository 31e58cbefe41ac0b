import { pdfString } from '../../../base/documents/write/pdf.ts';
import { type DocumentBlock, type DocumentFacts, runsOf, type TextRun } from './blocks.ts';

/** Helvetica's character widths from the space on, in thousandths of the font size (Adobe's metrics). */
const widths =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
const page = { width: 595, height: 842, margin: 62 };

function widthOf(text: string, size: number, bold: boolean): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += widths[text.charCodeAt(at) - 32] ?? 556;
  return (sum * size * (bold ? 1.06 : 1)) / 1000;
}

/** Bold italics fall back to bold. */
const fontOf = ({ bold, italic }: TextRun): number => (bold ? 2 : italic ? 3 : 1);

function linesOf(text: string, size: number, width: number, allBold = false): TextRun[][] {
  const words = runsOf(text).flatMap(({ text: part, bold, italic }) =>
    part.split(/(?<= )/).map((word) => ({ text: word, bold: bold || allBold, italic })),
  );
  const lines: TextRun[][] = [[]];
  let used = 0;
  for (const word of words) {
    const wide = widthOf(word.text.trimEnd(), size, word.bold);
    if (used + wide > width && used > 0) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(word);
    used += widthOf(word.text, size, word.bold);
  }
  return lines;
}

class Pages {
  readonly streams: string[] = [];
  #parts: string[] = [];
  #y = 0;
  readonly #header: string;

  constructor(header: string) {
    this.#header = header;
    this.newPage();
  }

  newPage(): void {
    if (this.#parts.length > 0) this.streams.push(this.#parts.join('\n'));
    const number = this.streams.length + 1;
    this.#parts = [
      `BT /F1 8 Tf 0.45 g ${page.margin} ${page.height - 36} Td ${pdfString(this.#header)} Tj ET`,
      `BT /F1 8 Tf 0.45 g ${page.width - page.margin - 24} 32 Td (${number}) Tj ET`,
      '0 g',
    ];
    this.#y = page.height - page.margin;
  }

  line(words: readonly TextRun[], size: number, left: number): void {
    this.need(size * 1.4);
    this.#y -= size * 1.4;
    this.text(words, size, page.margin + left, this.#y);
  }

  text(words: readonly TextRun[], size: number, x: number, y: number): void {
    const shown = words.map((word) => `/F${fontOf(word)} ${size} Tf ${pdfString(word.text)} Tj`).join(' ');
    this.#parts.push(`BT ${x.toFixed(1)} ${y.toFixed(1)} Td ${shown} ET`);
  }

  row(cells: readonly TextRun[][][], columns: readonly number[], size: number): void {
    const high = Math.max(...cells.map((lines) => lines.length)) * size * 1.35 + 5;
    this.need(high);
    let x = page.margin;
    cells.forEach((lines, index) => {
      lines.forEach((words, line) => {
        this.text(words, size, x + 3, this.#y - (line + 1) * size * 1.3);
      });
      x += columns[index] as number;
    });
    this.#y -= high;
    this.#parts.push(
      `0.7 G 0.5 w ${page.margin} ${this.#y.toFixed(1)} m ${(page.width - page.margin).toFixed(1)} ${this.#y.toFixed(1)} l S`,
    );
  }

  space(points: number): void {
    this.#y -= points;
  }

  need(points: number): void {
    if (this.#y - points < page.margin - 10) this.newPage();
  }

  end(): string[] {
    return [...this.streams, this.#parts.join('\n')];
  }
}

function place(block: DocumentBlock, pages: Pages): void {
  const width = page.width - 2 * page.margin;
  switch (block.kind) {
    case 'heading': {
      const size = [17, 13.5, 11.5][block.level - 1] as number;
      pages.space(size * 0.7);
      pages.need(size * 4);
      for (const line of linesOf(block.text, size, width, true)) pages.line(line, size, 0);
      pages.space(4);
      return;
    }
    case 'paragraph':
      for (const line of linesOf(block.text, 10.5, width)) pages.line(line, 10.5, 0);
      pages.space(6);
      return;
    case 'item':
      linesOf(block.text, 10.5, width - 22).forEach((line, index) => {
        pages.line(
          index === 0 ? [{ text: `${block.mark}  `, bold: false, italic: false }, ...line] : line,
          10.5,
          index === 0 ? 8 : 22,
        );
      });
      pages.space(2);
      return;
    case 'table': {
      const [head = []] = block.rows;
      const longest = head.map((_, column) =>
        Math.max(6, ...block.rows.map((cells) => Math.min(44, (cells[column] ?? '').length))),
      );
      const sum = longest.reduce((total, value) => total + value, 0);
      const columns = longest.map((value) => (width * value) / sum);
      block.rows.forEach((cells, row) => {
        pages.row(
          head.map((_, column) => linesOf(cells[column] ?? '', 9.5, (columns[column] as number) - 7, row === 0)),
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

export interface PagePicture {
  width: number;
  height: number;
  jpeg: Buffer;
}

/** Writes a PDF 1.4 with a running header and page numbers. Each of `pictures` becomes a full page, like a scan. */
export function pdfOf(
  blocks: readonly DocumentBlock[],
  facts: DocumentFacts,
  pictures: readonly PagePicture[] = [],
): Buffer {
  const pages = new Pages(facts.header);
  for (const block of blocks) place(block, pages);
  const streams = blocks.length === 0 && pictures.length > 0 ? [] : pages.end();
  const objects: Buffer[] = [];
  const add = (...parts: (string | Buffer)[]): number => {
    objects.push(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));
    return objects.length;
  };
  const count = streams.length + pictures.length;
  const first = 7;
  const kids = Array.from(
    { length: count },
    (_, index) => `${first + 2 * index + (index >= streams.length ? index - streams.length : 0)} 0 R`,
  );
  const stamp = (time: number): string => `D:${new Date(time).toISOString().replace(/[-T:]/g, '').slice(0, 14)}Z`;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${count} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Oblique /Encoding /WinAnsiEncoding >>');
  add(
    `<< /Title ${pdfString(facts.title)} /Author ${pdfString(facts.author)} /Producer (${pictures.length > 0 ? 'ScanFlow 3.1' : 'LibreOffice 7.4'}) /CreationDate (${stamp(facts.created)}) /ModDate (${stamp(facts.changed)}) >>`,
  );
  const box = `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}]`;
  for (const stream of streams) {
    const number = objects.length + 1;
    add(`<< ${box} /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> /Contents ${number + 1} 0 R >>`);
    add(`<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`);
  }
  for (const { width, height, jpeg } of pictures) {
    const number = objects.length + 1;
    const stream = `q ${page.width} 0 0 ${page.height} 0 0 cm /P Do Q`;
    add(`<< ${box} /Resources << /XObject << /P ${number + 2} 0 R >> >> /Contents ${number + 1} 0 R >>`);
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    add(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    );
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let length = (parts[0] as Buffer).length;
  const places = objects.map((object, index) => {
    const at = length;
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export function pageCount(blocks: readonly DocumentBlock[]): number {
  const pages = new Pages('');
  for (const block of blocks) place(block, pages);
  return pages.end().length;
}
