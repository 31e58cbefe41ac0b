const width = 360;
const height = 60;
const minuteMs = 60_000;

export interface CurvePoint {
  /** Start of a minute, in Unix milliseconds. */
  at: number;
  value: number;
}

/** Missing minutes count as 0. */
export function Curve({
  title,
  points,
  show,
}: {
  title: string;
  points: readonly CurvePoint[];
  show: (value: number) => string;
}) {
  const first = points[0]?.at ?? 0;
  const minutes = Math.round(((points.at(-1)?.at ?? first) - first) / minuteMs) + 1;
  const values = new Map(points.map((point) => [Math.round((point.at - first) / minuteMs), point.value]));
  const most = Math.max(...points.map((point) => point.value), Number.MIN_VALUE);
  const line = Array.from({ length: minutes }, (_, minute) => {
    const x = minutes === 1 ? 0 : (minute / (minutes - 1)) * width;
    return `${x.toFixed(1)},${(height - ((values.get(minute) ?? 0) / most) * (height - 4) - 2).toFixed(1)}`;
  });
  return (
    <figure>
      <figcaption>
        {title} <span class="soft">up to {show(most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title} over ${minutes} minutes, up to ${show(most)}`}
      >
        <polyline points={line.join(' ')} fill="none" stroke="var(--accent)" stroke-width="1.5" />
      </svg>
    </figure>
  );
}
