/**
 * A PDF of one page with these lines, uncompressed, so that a placeholder in it can be filled in. Where what is filled
 * in is longer or shorter than its placeholder, the table of places at the end is off, and readers mend it when they
 * open the file (Poppler and PDFium do).
 */
export function textPdf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const stream = `BT /F1 12 Tf 16 TL 72 760 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
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
  const lines = [...pdf.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => (line ?? '').replace(/\\([\\()])/g, '$1'));
  return textPdf(lines) === pdf ? textPdf(lines.map(change)) : null;
}
