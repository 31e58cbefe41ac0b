import type { DocumentAside } from '../../../base/record/evidence/document-aside.ts';

/** Places whose text changes whenever an office program saves a file: names of fonts and sheets, the language. */
const skipped: ReadonlySet<string> = new Set(['building block', 'metadata', 'sheet']);

/** Office programs save cells that were only formatted. */
const emptyCells = /^[A-Z]{1,3}\d{1,7}: *(?:\n|$)/gm;

/** The body of a document, then its other texts with their places, then its unread parts. */
export function labelledText({
  body,
  asides,
  unread,
}: {
  body: string | null;
  asides: readonly DocumentAside[];
  unread: readonly string[];
}): string | null {
  const shown = asides.filter(({ place }) => !skipped.has(place));
  const lines = [
    ...shown.flatMap(({ place, text }) => text.split('\n').map((line) => `[${place}] ${line}`)),
    ...unread.map((sentence) => `[not read] ${sentence}`),
  ];
  return body === null && lines.length === 0
    ? null
    : [...(body === null ? [] : [body.replace(emptyCells, '')]), ...lines].join('\n');
}
