import { attr, child, children, columnNumber, relatedParts, type WorkbookSheet } from 'osharm/documents';
import { MetricFault } from 'osharm/evaluators';

/** The requested properties by source range. Ignores unused columns at the edges of the source. */
export function readPivots(sheet: WorkbookSheet, wanted: readonly string[]): Record<string, unknown> {
  const pivots: Record<string, unknown> = {};
  const names = new Set(wanted);
  for (const part of relatedParts(sheet, '/pivotTable')) {
    const root = sheet.book.file.need(part);
    const cachePart = sheet.book.file
      .relations(part)
      .find((relation) => relation.type.endsWith('/pivotCacheDefinition'));
    const cache = cachePart === undefined ? null : sheet.book.file.xml(cachePart.target);
    const fields = children(child(root, 'pivotFields'), 'pivotField').map((field) =>
      children(child(field, 'items'), 'item')
        .filter((item) => attr(item, 'x') !== null)
        .map((item) => [truth(attr(item, 'h'), null), Number(attr(item, 'x'))] as const),
    );
    const from = Math.max(
      0,
      fields.findIndex((field) => field.length > 0),
    );
    const isEmpty = fields.every((field) => field.length === 0);
    const left = isEmpty ? fields.length : from;
    const end = fields.findLastIndex((field) => field.length > 0) + 1;
    const right = isEmpty ? 0 : fields.length - end;

    const index = (value: string | null): number => Number(value) - left;
    const actual: Record<string, unknown> = {};
    if (names.has('name')) actual.name = attr(root, 'name');
    if (names.has('show_total')) actual.show_total = truth(attr(root, 'visualTotals'), true);
    if (names.has('show_empty_row')) actual.show_empty_row = truth(attr(root, 'showEmptyRow'), false);
    if (names.has('show_empty_col')) actual.show_empty_col = truth(attr(root, 'showEmptyCol'), false);
    if (names.has('show_headers')) actual.show_headers = truth(attr(root, 'showHeaders'), true);
    if (names.has('location'))
      actual.location = Object.fromEntries(
        Array.from(child(root, 'location')?.attributes ?? [], (item) => [item.localName ?? item.name, item.value]),
      );
    if (names.has('filter') || names.has('selection')) {
      const shown = fields.slice(left, isEmpty ? left : end);
      actual.selection = names.has('ordered')
        ? shown
        : shown.map((field) => sortedSet(field.map((item) => JSON.stringify(item))));
    }
    if (names.has('filter'))
      actual.filter_fields = sortedSet(
        children(child(root, 'pageFields'), 'pageField').map((item) => attr(item, 'fld') ?? ''),
      );
    if (names.has('col_fields'))
      actual.col_fields = children(child(root, 'colFields'), 'field').map((item) => index(attr(item, 'x')));
    if (names.has('row_fields'))
      actual.row_fields = children(child(root, 'rowFields'), 'field').map((item) => index(attr(item, 'x')));
    if (names.has('data_fields'))
      actual.data_fields = children(child(root, 'dataFields'), 'dataField').map((item) =>
        [
          index(attr(item, 'fld')),
          names.has('data_fields_name') ? attr(item, 'name') : '',
          attr(item, 'subtotal') ?? 'sum',
          attr(item, 'showDataAs') ?? 'normal',
        ].join(';'),
      );
    pivots[sourceOf(cache, left, right)] = actual;
  }
  return pivots;
}

function sourceOf(cache: Parameters<typeof child>[0], left: number, right: number): string {
  const source = child(cache, 'cacheSource');
  const sheet = child(source, 'worksheetSource');
  const corners = (attr(sheet, 'ref') ?? '').split(':').map((value) => /^\$?([A-Z]+)\$?(\d+)$/.exec(value));
  const [first, last] = corners;
  if (!first || !last) throw new MetricFault('A pivot table has no source range.', 'result');
  const place = (corner: RegExpExecArray, shift: number): string =>
    `(${corner[2]}, ${columnNumber(corner[1] as string) + shift})`;
  return `${attr(source, 'type')};${place(first, left)}:${place(last, -right)};${attr(sheet, 'sheet')}`;
}

function truth<T>(value: string | null, unset: T): boolean | T {
  return value === null ? unset : value === '1' || value === 'true';
}

function sortedSet(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
