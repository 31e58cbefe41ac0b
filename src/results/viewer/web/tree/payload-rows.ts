import type { TreeRow } from './tree-rows.ts';

/** Fewest characters that a row must share with the injected text. */
const fewest = 16;
const chunk = 40;

/** Drops a paragraph if its text has a separate row. */
export function innermost(rows: readonly TreeRow[], screen: { width: number; height: number }): TreeRow[] {
  const seen = rows.flatMap((row) => {
    if (row.box === null) return [];
    const box = within(row.box, screen);
    return box === null ? [] : [{ ...row, box }];
  });
  return seen.filter(
    (row) => !seen.some((other) => other !== row && area(other.box) < area(row.box) && overlaps(row.box, other.box)),
  );
}

type Box = NonNullable<TreeRow['box']>;

const area = ({ width, height }: Box): number => width * height;

/** Null if the box is off the screen. */
function within({ x, y, width, height }: Box, screen: { width: number; height: number }): Box | null {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(screen.width, x + width), Math.min(screen.height, y + height)];
  return right <= left || bottom <= top ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Nine tenths of the inner box suffice, since a text may extend a few pixels beyond its paragraph. */
function overlaps(outer: Box, inner: Box): boolean {
  const width = Math.min(outer.x + outer.width, inner.x + inner.width) - Math.max(outer.x, inner.x);
  const height = Math.min(outer.y + outer.height, inner.y + inner.height) - Math.max(outer.y, inner.y);
  return width > 0 && height > 0 && width * height >= 0.9 * area(inner);
}

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
