/** `box` is in screen pixels, or null without a position. */
export interface TreeRow {
  tag: string;
  name: string;
  text: string;
  box: { x: number; y: number; width: number; height: number } | null;
  line: string;
}

const place = /\t\((-?\d+), (-?\d+)\)\t\((-?\d+), (-?\d+)\)\s*$/;

/** Rows are tab-separated: `tag, name, text, class, description, position, size`. */
export function treeRows(tree: string): TreeRow[] {
  const rows: TreeRow[] = [];
  for (const line of tree.split('\n')) {
    if (line.trim() === '' || line.startsWith('tag\tname\ttext')) continue;
    const [tag = '', name = '', text = ''] = line.split('\t');
    const found = place.exec(line);
    const [x, y, width, height] = (found?.slice(1) ?? []).map(Number);
    const box =
      x === undefined || y === undefined || width === undefined || height === undefined
        ? null
        : { x, y, width, height };
    rows.push({ tag, name, text: text === '""' ? '' : text, box, line });
  }
  return rows;
}

export interface RowChange {
  kind: 'added' | 'removed' | 'moved';
  row: TreeRow;
}

/** Unchanged rows are skipped. */
export function rowChanges(before: readonly TreeRow[], after: readonly TreeRow[]): RowChange[] {
  const sameLine = counted(before.map((row) => row.line));
  const added = after.filter((row) => !take(sameLine, row.line));
  const stillThere = counted(after.map((row) => row.line));
  const removed = before.filter((row) => !take(stillThere, row.line));
  const word = (row: TreeRow) => `${row.tag}\t${row.name}\t${row.text}`;
  const gone = counted(removed.map(word));
  const came = counted(added.map(word));
  return [
    ...removed.filter((row) => !take(came, word(row))).map((row) => ({ kind: 'removed' as const, row })),
    ...added.map((row) => ({ kind: take(gone, word(row)) ? ('moved' as const) : ('added' as const), row })),
  ];
}

function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, value: string): boolean {
  const left = counts.get(value) ?? 0;
  if (left > 0) counts.set(value, left - 1);
  return left > 0;
}
