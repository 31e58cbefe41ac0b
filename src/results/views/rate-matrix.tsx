import { RateTable } from './rate-table.tsx';
import { briefRate, rateWords, shadeOf, thinRuns } from './rate-words.ts';
import type { RateGridProps } from './view-props.ts';

/** A table of shaded cells. The shade only repeats the rate; cells with few runs are hatched. */
export function RateMatrix({ grid, label, tone = 'unsafe', href }: RateGridProps) {
  return (
    <RateTable
      grid={grid}
      label={label}
      kind={`grid matrix-cells ${tone}`}
      href={href}
      cell={(cell) => {
        if (cell === null) return null;
        const words = rateWords(cell, tone);
        return {
          className: `shade-${shadeOf(cell.rate) ?? 'none'} ${cell.rate.n < thinRuns ? 'thin' : ''}`,
          title: words,
          content: (
            <>
              <span class="unseen">{words}</span>
              <span class="number" aria-hidden="true">
                {briefRate(cell.rate)}
              </span>
            </>
          ),
        };
      }}
    />
  );
}
