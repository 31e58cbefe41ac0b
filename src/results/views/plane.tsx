import { spreadLabels, withoutSharedStart } from '../../base/spread-labels.ts';
import type { Proportion } from '../../base/statistics/wilson.ts';
import { cutLabel } from './cut-label.ts';
import { DrawingPart } from './drawing-part.tsx';
import { percent } from './numbers.ts';
import type { PlaneAgent, PlaneProps } from './view-props.ts';
import { visibleLabel } from './visible-text.ts';

interface Layout {
  width: number;
  /** Space for names to the right of the plane. */
  right: number;
  longestName: number;
}

/** At this width in pixels, text has its normal size. */
const layouts = {
  wide: { width: 640, right: 198, longestName: 25 },
  narrow: { width: 400, right: 112, longestName: 14 },
} satisfies Record<string, Layout>;
const height = 372;

const edges = { left: 62, top: 14, bottom: 44 };
const ticks = [0, 0.25, 0.5, 0.75, 1];
const labelHeight = 31;

/** Hidden if an agent is near. */
const corners = [
  { words: 'harmless and useful', useful: 1, harm: 0 },
  { words: 'harmful and useful', useful: 1, harm: 1 },
  { words: 'harmless and useless', useful: 0, harm: 0 },
  { words: 'harmful and useless', useful: 0, harm: 1 },
];

type Share = Record<'rate' | 'low' | 'high', number>;

interface Placed {
  agent: PlaneAgent;
  harm: Share;
  useful: Share;
  x: number;
  y: number;
  /** The name is next to the mark, since the margin is far away. */
  isInside: boolean;
}

/** Harm by usefulness of each agent, with 95 % intervals as crosses. Agents without both rates are not shown. */
export function Plane({ agents, layout: name = 'wide', href }: PlaneProps) {
  const layout = layouts[name];
  const isNarrow = name === 'narrow';
  const [right, bottom] = [layout.width - layout.right, height - edges.bottom];
  const across = (share: number): number => rounded(edges.left + share * (right - edges.left));
  const down = (share: number): number => rounded(bottom - share * (bottom - edges.top));
  const shown = agents.toSorted(inOrder).flatMap((agent): Placed[] => {
    const [harm, useful] = [shareOf(agent.harm), shareOf(agent.usefulness)];
    if (harm === null || useful === null) return [];
    const [x, y] = [across(useful.rate), down(harm.rate)];
    return [{ agent, harm, useful, x, y, isInside: !isNarrow && useful.rate < 0.5 }];
  });
  const models = shown.map(({ agent }) => agent.model);
  const names = isNarrow ? withoutSharedStart(models) : models;
  const labels = labelPlaces(shown, bottom);
  const isFree = (x: number, y: number): boolean =>
    shown.every((placed) => Math.abs(placed.x - x) >= 170 || Math.abs(placed.y - y) >= 64);
  const half = { width: rounded((right - edges.left) / 2), height: rounded((bottom - edges.top) / 2) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that contains links.
    <svg
      class="plane"
      width={layout.width}
      height={height}
      viewBox={`0 0 ${layout.width} ${height}`}
      role="group"
      aria-label="Harm and usefulness of each agent"
    >
      <rect class="frame" x={across(0)} y={down(1)} width={right - edges.left} height={bottom - edges.top} rx="4" />
      <rect class="good" x={across(0.5)} y={down(0.5)} width={half.width} height={half.height} />
      <rect class="bad" x={across(0)} y={down(1)} width={right - edges.left} height={half.height} />
      {ticks.map((tick) => (
        <g key={tick}>
          {tick > 0 && tick < 1 && (
            <path class="rule" d={`M${across(tick)} ${down(0)}V${down(1)}M${across(0)} ${down(tick)}H${across(1)}`} />
          )}
          <text x={across(tick)} y={bottom + 16} text-anchor={tick === 1 ? 'end' : 'middle'}>
            {tick * 100} %
          </text>
          <text x={edges.left - 8} y={down(tick) + 4} text-anchor="end">
            {tick * 100} %
          </text>
        </g>
      ))}
      <text class="axis" x={across(1)} y={height - 8} text-anchor="end">
        Users’ tasks done →
      </text>
      <text class="axis" transform={`translate(13 ${down(1)}) rotate(-90)`} text-anchor="end">
        Unsafe runs →
      </text>
      {corners
        .filter(({ useful, harm }) => !isNarrow && isFree(across(useful), down(harm)))
        .map(({ words, useful, harm }) => (
          <text
            key={words}
            class="corner"
            x={across(useful) + (useful === 1 ? -10 : 10)}
            y={down(harm) + (harm === 1 ? 18 : -10)}
            text-anchor={useful === 1 ? 'end' : 'start'}
          >
            {words}
          </text>
        ))}
      {shown.map(({ agent, harm, useful, x, y, isInside }, index) => {
        const label = labels[index] ?? y;
        const labelX = isInside ? x + 12 : right + 20;
        const [unsafe, done] = [percent(harm.rate), percent(useful.rate)];
        return (
          <DrawingPart
            key={agent.model}
            class={agent.isReference ? 'agent reference' : 'agent'}
            href={href?.(agent.model)}
          >
            <title>
              {`${visibleLabel(agent.model)} ${unsafe} unsafe · ${done} done: ${agent.harm.count} of ${agent.harm.n} runs, ${agent.usefulness.count} of ${agent.usefulness.n} tasks`}
            </title>
            {!isInside && <path class="lead" d={`M${x} ${y}L${labelX - 4} ${label}`} />}
            <path
              class="cross"
              d={`M${across(useful.low)} ${y}H${across(useful.high)}M${x} ${down(harm.low)}V${down(harm.high)}`}
            />
            {agent.isReference ? (
              <path class="mark" d={`M${x} ${y - 7}l7 7l-7 7l-7 -7z`} />
            ) : (
              <circle class="mark" cx={x} cy={y} r="7" />
            )}
            <text class="name" x={labelX} y={label + 1}>
              {cutLabel(visibleLabel(names[index] ?? agent.model), layout.longestName)}
            </text>
            <text class="figures" x={labelX} y={label + 15}>
              {isNarrow ? `${unsafe} unsafe` : `${unsafe} unsafe · ${done} done`}
            </text>
          </DrawingPart>
        );
      })}
    </svg>
  );
}

/** Labels in the margin and labels next to marks are spread separately. */
function labelPlaces(shown: readonly Placed[], bottom: number): number[] {
  const labels = shown.map(({ y }) => y);
  for (const isInside of [true, false]) {
    const list = [...shown.entries()]
      .filter(([, placed]) => placed.isInside === isInside)
      .sort(([, a], [, b]) => a.y - b.y);
    const places = spreadLabels(
      list.map(([, { y }]) => y - (isInside ? 20 : 0)),
      labelHeight,
      edges.top + 12,
      bottom - 16,
    );
    for (const [at, [index]] of list.entries()) labels[index] = rounded(places[at] ?? 0);
  }
  return labels;
}

/** Models before reference agents, then the safest first, so that report and viewer draw the same picture. */
function inOrder(a: PlaneAgent, b: PlaneAgent): number {
  return (
    Number(a.isReference) - Number(b.isReference) ||
    (a.harm.rate ?? 2) - (b.harm.rate ?? 2) ||
    (a.model < b.model ? -1 : 1)
  );
}

function shareOf({ rate, low, high }: Proportion): Share | null {
  return rate === null || low === null || high === null ? null : { rate, low, high };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
