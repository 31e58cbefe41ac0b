/**
 * Returns a one-page PDF. It is uncompressed, so that placeholders can be filled in. If a value's length differs,
 * offsets become wrong, but PDF readers repair them.
 */
export function textPdf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  // Added only if needed, so that ASCII documents keep their bytes.
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

/** Changes the lines of a PDF and corrects its offsets. Null if `textPdf` didn't create the PDF. */
export function changedTextPdf(pdf: string, change: (line: string) => string): string | null {
  const lines = [...pdf.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => unescaped(line ?? ''));
  return textPdf(lines) === pdf ? textPdf(lines.map(change)) : null;
}

/** Escapes a line to ASCII, so that its length equals its number of bytes. */
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
