import type { ComponentChildren } from 'preact';
import type { RateCell, RateGrid } from './view-props.ts';
import { visibleLabel } from './visible-text.ts';
import { Words } from './words.tsx';

const longestLabel = 120;

interface DrawnCell {
  className: string;
  title: string | undefined;
  content: ComponentChildren;
}

/** `cell` returns null for an empty cell. */
export function RateTable({
  grid,
  label = grid.heading,
  kind,
  href,
  cell,
}: {
  grid: RateGrid;
  label: string | undefined;
  kind: string;
  href: ((row: number, column: number) => string) | undefined;
  cell: (of: RateCell) => DrawnCell | null;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="scrolls matrix-box" tabIndex={0} aria-label={visibleLabel(label)}>
      <table class={`table ${kind}`}>
        <thead>
          <tr>
            <th scope="col">{visibleLabel(grid.heading)}</th>
            {grid.columns.map((column) => (
              <th key={column} scope="col">
                <Words text={column} most={longestLabel} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map(({ label, cells }, row) => (
            <tr key={row}>
              <th scope="row">
                <Words text={label} most={longestLabel} />
              </th>
              {grid.columns.map((name, column) => {
                const drawn = cell(cells[column] ?? null);
                if (drawn === null)
                  return (
                    <td key={name} class="empty">
                      –
                    </td>
                  );
                const { className, title, content } = drawn;
                return (
                  <td key={name} class={className}>
                    {href === undefined ? (
                      <span class="rate-cell" title={title}>
                        {content}
                      </span>
                    ) : (
                      <a class="rate-cell" href={href(row, column)} title={title}>
                        {content}
                      </a>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
