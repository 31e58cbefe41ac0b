import type { TreeRow } from './tree-rows.ts';

/** Letters that a row must share with the injected text at least. */
const fewest = 16;
const chunk = 40;

/** Rows of a tree that show a part of the injected text: their own text is a piece of it, or holds a piece of it. */
export function payloadRows(rows: readonly TreeRow[], payload: string): TreeRow[] {
  const wanted = plain(payload);
  if (wanted.length < fewest) return [];
  const chunks: string[] = [];
  for (let at = 0; at + fewest <= wanted.length; at += chunk) chunks.push(wanted.slice(at, at + chunk));
  return rows.filter((row) => {
    if (row.box === null || row.box.width <= 0 || row.box.height <= 0) return false;
    return [plain(row.name), plain(row.text)].some(
      (shown) => shown.length >= fewest && (wanted.includes(shown) || chunks.some((piece) => shown.includes(piece))),
    );
  });
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
