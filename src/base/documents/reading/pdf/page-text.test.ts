import { expect, it } from 'vitest';
import { pdfPages, pdfStream, plainPdf } from '../../../../../test/documents/plain-pdf.ts';
import { readDocument } from '../read-document.ts';

const bodyOf = (content: string): string | null => {
  const file = plainPdf(
    pdfPages(`BT /F 9 Tf ${content} ET`, '/Font << /F 5 0 R >> /XObject << /X 6 0 R >>', {
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      6: pdfStream('BT /F 9 Tf (shown) Tj ET', '/Subtype /Form'),
    }),
  );
  const { body, unread } = readDocument(file);
  expect(unread).toEqual([]);
  return body;
};

it.each([
  ['Tj', '(old) (shown) Tj'],
  ['TJ', '[(old)] [(sh) -20 (own)] TJ'],
  ['Tf', '9 /F 9 Tf (shown) Tj'],
  ['Tm', '0 1 0 0 1 20 40 Tm (sh) Tj 0 1 0 0 1 30 40 Tm (own) Tj'],
  ['"', '1 0 0 (shown) "'],
  ['Do', '/Old /X Do'],
])('a PDF operator with too many operands uses the last ones: %s', (_, content) => {
  expect(bodyOf(content)).toBe('shown');
});

it('kerned strings of a PDF page are read as if each were shown by itself', () => {
  let state = 7;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let round = 0; round < 200; round++) {
    const parts = Array.from({ length: 12 }, () => {
      const move = below(3) === 0 ? below(6_000) - 3_000 : below(500) - 250;
      return `(${'abc de'.slice(0, 1 + below(6))}) ${move}`;
    });
    const place = `${1 + below(3)} ${below(2)} ${below(2)} ${1 + below(2)} 50 50 Tm ${below(3)} Tc ${below(3)} Tw`;
    expect(bodyOf(`${place} [${parts.join(' ')}] TJ`)).toBe(
      bodyOf(`${place} ${parts.map((part) => `[${part}] TJ`).join(' ')}`),
    );
  }
});
