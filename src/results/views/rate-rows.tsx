import { percent } from './numbers.ts';
import { RateDot } from './rate-dot.tsx';
import { RateTable } from './rate-table.tsx';
import { countOfRate } from './rate-words.ts';
import type { RateGridProps } from './view-props.ts';

/** A table of dots with intervals: one row per category, vector, goal …, one column per agent. */
export function RateRows({ grid, label, tone = 'unsafe', href }: RateGridProps) {
  return (
    <RateTable
      grid={grid}
      label={label}
      kind="rate-rows"
      href={href}
      cell={(cell) => {
        if (cell === null || cell.rate.rate === null) return null;
        const { rate } = cell.rate;
        return {
          className: '',
          title: undefined,
          content: (
            <>
              <RateDot of={{ ...cell.rate, rate }} tone={tone} />
              <span class="number small">
                <span class="unseen">{percent(rate)} </span>
                {countOfRate(cell.rate)}
              </span>
            </>
          ),
        };
      }}
    />
  );
}
