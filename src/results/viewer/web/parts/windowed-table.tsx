import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Column<Row> {
  id: string;
  title: string;
  hint?: string;
  cell: (row: Row) => ComponentChildren;
  align?: 'end';
  /** Defaults to `auto`. */
  width?: string;
  isSortable?: boolean;
}

interface Properties<Row> {
  label: string;
  count: number;
  /** Null while the row is loading. */
  row: (index: number) => Row | null;
  /** Called with the visible rows, from `first` up to, but excluding, `last`. */
  onSight: (first: number, last: number) => void;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Index of the row with keyboard focus. */
  at: number;
  onAt: (index: number) => void;
  onOpen: (row: Row) => void;
  isChosen?: (row: Row) => boolean;
  sort: string;
  onSort: (column: string) => void;
  rowHeight?: number;
}

const usualRowHeight = 30;
const spare = 12;

/** Only the visible rows are in the DOM. `sort` is `column` or `-column`. */
export function WindowedTable<Row>(table: Properties<Row>) {
  const { count, columns, at, rowHeight = usualRowHeight } = table;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  useEffect(() => keepInSight(box.current, at, rowHeight), [at]);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + spare);
  useEffect(() => table.onSight(first, last), [first, last, count]);
  const above = first * rowHeight;
  const below = (count - last) * rowHeight;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scrolls windowed" ref={box as Ref<HTMLElement>} tabIndex={0} aria-label={table.label}>
      <table class="table" aria-rowcount={count + 1}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} class={`column-${column.id}`} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Header key={column.id} of={column} sort={table.sort} onSort={table.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Spacer height={above} span={columns.length} />}
          {Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset).map((index) => {
            const row = table.row(index);
            if (row === null)
              return (
                <tr key={`at-${index}`} aria-rowindex={index + 2} class="spacer">
                  <td colSpan={columns.length}>…</td>
                </tr>
              );
            return (
              <tr
                key={table.rowKey(row)}
                aria-rowindex={index + 2}
                class={`${index === at ? 'at' : ''} ${table.isChosen?.(row) ? 'chosen' : ''}`}
                onClick={(event) => {
                  table.onAt(index);
                  if ((event.target as Element).closest('a, button, input') === null) table.onOpen(row);
                }}
              >
                {columns.map((column) => (
                  <td
                    key={column.id}
                    class={column.align === 'end' ? 'number end' : ''}
                    style={{ height: `${rowHeight}px` }}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {below > 0 && <Spacer height={below} span={columns.length} />}
        </tbody>
      </table>
    </section>
  );
}

function Header<Row>({ of, sort, onSort }: { of: Column<Row>; sort: string; onSort: (column: string) => void }) {
  const direction = sort === of.id ? 'ascending' : sort === `-${of.id}` ? 'descending' : 'none';
  const label = of.title;
  if (of.isSortable === false)
    return (
      <th scope="col" title={of.hint} class={of.align === 'end' ? 'end' : ''}>
        {label}
      </th>
    );
  return (
    <th scope="col" aria-sort={direction} title={of.hint} class={of.align === 'end' ? 'end' : ''}>
      <button type="button" onClick={() => onSort(direction === 'ascending' ? `-${of.id}` : of.id)}>
        {label}
        <span aria-hidden="true">{direction === 'ascending' ? ' ▲' : direction === 'descending' ? ' ▼' : ''}</span>
      </button>
    </th>
  );
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr class="spacer">
      <td colSpan={span} style={{ height: `${height}px` }} />
    </tr>
  );
}

function keepInSight(box: HTMLDivElement | null, index: number, rowHeight: number): void {
  if (box === null || index < 0) return;
  const top = index * rowHeight;
  const head = box.querySelector('thead')?.clientHeight ?? 0;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight + head > box.scrollTop + box.clientHeight)
    box.scrollTop = top + rowHeight + head - box.clientHeight;
}
