/** A file without a table of references, which is searched for objects. */
export const plainPdf = (objects: Record<number, string>, trailer = ''): Buffer =>
  Buffer.from(
    `%PDF-1.4\n${Object.entries(objects)
      .map(([number, body]) => `${number} 0 obj\n${body}\nendobj\n`)
      .join('')}trailer\n<< /Root 1 0 R ${trailer} >>\n`,
    'latin1',
  );
export const pdfStream = (content: string, entries = ''): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
/** One page, objects 1 to 4. */
export const pdfPages = (
  content: string,
  resources: string,
  more: Record<number, string> = {},
): Record<number, string> => ({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: `<< /Type /Page /Parent 2 0 R /Resources << ${resources} >> /Contents 4 0 R >>`,
  4: pdfStream(content),
  ...more,
});
