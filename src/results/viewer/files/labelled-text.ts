import type { DocumentAside } from '../../../base/record/evidence/document-aside.ts';

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
  const lines = [
    ...asides.flatMap(({ place, text }) => text.split('\n').map((line) => `[${place}] ${line}`)),
    ...unread.map((sentence) => `[not read] ${sentence}`),
  ];
  return body === null && lines.length === 0 ? null : [...(body === null ? [] : [body]), ...lines].join('\n');
}
