import { inflateSync } from 'node:zlib';

/** The strings that the content streams of a PDF written by `@cantoo/pdf-lib` show. */
export function shownInPdf(pdf: Buffer): string[] {
  const streams = [
    ...pdf.toString('latin1').matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g),
  ].map(([, stream]) => inflateSync(Buffer.from(stream as string, 'latin1')).toString('latin1'));
  return streams.flatMap((stream) =>
    [...stream.matchAll(/<([0-9A-Fa-f]*)> Tj/g)].map(([, hex]) =>
      new TextDecoder('windows-1252').decode(Buffer.from(hex as string, 'hex')),
    ),
  );
}
