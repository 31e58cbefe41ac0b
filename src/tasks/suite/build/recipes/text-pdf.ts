/**
 * A PDF of one page with these lines, uncompressed, so that a placeholder in it can be filled in. Where what is filled
 * in is longer or shorter than its placeholder, the table of places at the end is off, and readers mend it when they
 * open the file (Poppler and PDFium do).
 */
export function textPdf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  // Stated only where a letter needs it, so that documents in ASCII keep their bytes.
  const encoding = /[\xa0-\xff]/.test(lines.join('')) ? ' /Encoding /WinAnsiEncoding' : '';
  const stream = `BT /F1 12 Tf 16 TL 72 760 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica${encoding} >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** The PDF with its lines as `change` makes them, its tables right again; null where `textPdf` didn't write it. */
export function changedTextPdf(pdf: string, change: (line: string) => string): string | null {
  const lines = [...pdf.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => unescaped(line ?? ''));
  return textPdf(lines) === pdf ? textPdf(lines.map(change)) : null;
}

/** A line as a PDF string of ASCII alone: lengths in characters are lengths in bytes. */
function escaped(line: string): string {
  const foreign = /[^\x20-\x7e\xa0-\xff]/.exec(line);
  if (foreign !== null) throw new Error(`A text PDF can't show ${JSON.stringify(foreign[0])}: ${JSON.stringify(line)}`);
  return line
    .replace(/[\\()]/g, '\\$&')
    .replace(/[\xa0-\xff]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

const unescaped = (line: string): string =>
  line.replace(/\\(?:([0-7]{3})|([\\()]))/g, (_, octal?: string, letter?: string) =>
    octal === undefined ? (letter ?? '') : String.fromCharCode(Number.parseInt(octal, 8)),
  );
