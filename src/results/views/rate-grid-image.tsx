import { withoutSharedStart } from '../../base/spread-labels.ts';
import { cutLabel } from './cut-label.ts';
import { percent } from './numbers.ts';
import { RateDot } from './rate-dot.tsx';
import { briefRate, countOfRate, rateWords, shadeOf, thinRuns } from './rate-words.ts';
import type { RateCell, RateGridImageProps } from './view-props.ts';
import { visibleLabel } from './visible-text.ts';

const layouts = {
  dots: { width: 960, least: 110, most: 196, row: 24, top: 44, right: 0 },
  // Slanted column names extend beyond the last column.
  shades: { width: 0, least: 92, most: 92, row: 46, top: 170, right: 115 },
};
const label = { least: 200, most: 390, character: 7, margin: 12 };

/** `RateRows` or `RateMatrix` as one drawing, for image files. */
export function RateGridImage({ grid, cells: kind }: RateGridImageProps) {
  const layout = layouts[kind];
  const longest = Math.max(0, ...grid.rows.map((row) => row.label.length)) * label.character + label.margin;
  const left = Math.min(label.most, Math.max(label.least, longest));
  const fitting = Math.floor((layout.width - left) / Math.max(1, grid.columns.length));
  const column = Math.min(layout.most, Math.max(layout.least, fitting));
  const width = left + grid.columns.length * column + layout.right;
  const height = layout.top + grid.rows.length * layout.row + 8;
  const longestName = Math.floor(column / 7.4);
  const isCrowded = kind === 'dots' && grid.columns.some((name) => name.length > longestName);
  const names = isCrowded ? withoutSharedStart(grid.columns) : grid.columns;
  return (
    <svg
      class="rate-grid"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={visibleLabel(grid.heading)}
    >
      {grid.rows.map((row, index) => {
        const y = layout.top + index * layout.row;
        return (
          <g key={index}>
            {kind === 'dots' && index % 2 === 0 && (
              <rect class="stripe" x="0" y={y} width={width} height={layout.row} />
            )}
            <text x={left - label.margin} y={y + layout.row / 2 + 4} text-anchor="end">
              {cutLabel(visibleLabel(row.label), Math.floor((left - label.margin) / label.character) + 2)}
            </text>
            {grid.columns.map((name, at) => (
              <Cell
                key={name}
                of={row.cells[at] ?? null}
                kind={kind}
                box={{ x: left + at * column, y, width: column, height: layout.row }}
              />
            ))}
          </g>
        );
      })}
      {names.map((name, at) => {
        const x = left + at * column;
        return kind === 'dots' ? (
          <g key={name}>
            <text class="heading" x={x + 6} y="16">
              {cutLabel(visibleLabel(name), longestName)}
            </text>
            <text class="small" x={x + 6} y="34">
              0
            </text>
            <text class="small" x={x + column - 58} y="34" text-anchor="end">
              100 %
            </text>
          </g>
        ) : (
          <text key={name} transform={`translate(${x + column / 2} ${layout.top - 10}) rotate(-50)`}>
            {cutLabel(visibleLabel(name), 30)}
          </text>
        );
      })}
    </svg>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function Cell({ of, kind, box }: { of: RateCell; kind: 'dots' | 'shades'; box: Box }) {
  if (of === null) return null;
  return kind === 'dots' ? <Dot of={of} box={box} /> : <Shade of={of} box={box} />;
}

function Dot({ of: { rate }, box }: { of: NonNullable<RateCell>; box: Box }) {
  if (rate.rate === null) return null;
  return (
    <>
      <RateDot of={{ ...rate, rate: rate.rate }} tone="unsafe" x={box.x} y={box.y + 5} width={box.width - 52} />
      <text class="small" x={box.x + box.width - 46} y={box.y + box.height / 2 + 4}>
        {countOfRate(rate)}
      </text>
    </>
  );
}

function Shade({ of, box }: { of: NonNullable<RateCell>; box: Box }) {
  const { rate } = of;
  const middle = box.x + box.width / 2;
  const cell = { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 };
  return (
    <g>
      <title>{rateWords(of, 'unsafe')}</title>
      <rect class={`cell shade-${shadeOf(rate) ?? 'none'}`} {...cell} />
      {rate.rate === null || rate.n < thinRuns ? (
        <text x={middle} y={box.y + box.height / 2 + 5} text-anchor="middle">
          {briefRate(rate)}
        </text>
      ) : (
        <>
          <text x={middle} y={box.y + 20} text-anchor="middle">
            {percent(rate.rate)}
          </text>
          <text class="small" x={middle} y={box.y + 36} text-anchor="middle">
            {countOfRate(rate)}
          </text>
        </>
      )}
    </g>
  );
}
