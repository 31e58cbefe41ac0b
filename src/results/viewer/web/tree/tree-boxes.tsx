import type { TreeRow } from './tree-rows.ts';

export function TreeBoxes({ rows, chosen }: { rows: readonly TreeRow[]; chosen: TreeRow | null }) {
  return (
    <g>
      {rows
        .slice(0, 4000)
        .map((row, index) => (row.box === null ? null : <rect key={index} class="tree-box" {...row.box} />))}
      {chosen?.box != null && <rect class="tree-box chosen" {...chosen.box} />}
    </g>
  );
}

export function MarkBoxes({ marks }: { marks: readonly { x: number; y: number; width: number; height: number }[] }) {
  return (
    <g>
      {marks.map((mark, index) => {
        const label = String(index + 1);
        return (
          <g key={label}>
            <rect class="mark-box" {...mark} />
            <rect x={mark.x} y={mark.y + mark.height - 20} width={label.length * 11 + 6} height="20" fill="#000" />
            <text class="mark-number" x={mark.x + 3} y={mark.y + mark.height - 4}>
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}
