import { useRef } from 'preact/hooks';
import { spreadLabels, withoutSharedStart } from '../../../../../base/spread-labels.ts';
import type { OverviewAgent } from '../../../api/overview.ts';
import { percent } from '../../parts/amount.ts';
import { address } from '../../shell/router.ts';
import { useWidth } from '../../shell/width.ts';
import { visibleLine } from '../../text/visible.ts';

const height = 372;
const edges = { left: 54, top: 14, bottom: 44 };
const margin = { wide: 196, narrow: 104 };
const narrowerThan = 480;
const ticks = [0, 0.25, 0.5, 0.75, 1];
const labelHeight = 31;

/** Labels of the corners, hidden if an agent is near. */
const corners = [
  { words: 'useful and harmless', useful: 1, harm: 0 },
  { words: 'useful and harmful', useful: 1, harm: 1 },
  { words: 'harmless and useless', useful: 0, harm: 0 },
  { words: 'harmful and useless', useful: 0, harm: 1 },
];

const isNear = (agent: Placed, x: number, y: number): boolean =>
  Math.abs(agent.x - x) < 170 && Math.abs(agent.y - y) < 64;

interface Placed extends OverviewAgent {
  x: number;
  y: number;
  /** The name is next to the mark, since the margin is far away. */
  isInside: boolean;
}

export function Plane({ agents }: { agents: readonly OverviewAgent[] }) {
  const box = useRef<SVGSVGElement>(null);
  const width = useWidth(box, 640);
  const isNarrow = width < narrowerThan;
  const right = isNarrow ? margin.narrow : margin.wide;
  const across = (share: number) => edges.left + share * (width - edges.left - right);
  const down = (share: number) => height - edges.bottom - share * (height - edges.top - edges.bottom);
  const shown: Placed[] = agents
    .filter(({ harm, useful }) => harm.n > 0 && useful.n > 0)
    .map((agent) => ({
      ...agent,
      x: across(agent.useful.k / agent.useful.n),
      y: down(agent.harm.k / agent.harm.n),
      isInside: !isNarrow && agent.useful.k / agent.useful.n < 0.5,
    }));
  const missing = agents.filter(({ harm, useful }) => harm.n === 0 || useful.n === 0);
  const models = shown.map(({ model }) => model);
  const names = isNarrow ? withoutSharedStart(models) : models;
  // Labels in the margin and labels next to marks are spread separately.
  const labels = new Map<string, number>();
  for (const isInside of [true, false]) {
    const list = shown.filter((agent) => agent.isInside === isInside).sort((a, b) => a.y - b.y);
    const places = spreadLabels(
      list.map(({ y }) => y - (isInside ? 20 : 0)),
      labelHeight,
      edges.top + 12,
      height - edges.bottom - 16,
    );
    for (const [index, agent] of list.entries()) labels.set(agent.model, places[index] ?? agent.y);
  }
  return (
    <figure class="plane-figure">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that holds links. */}
      <svg ref={box} class="plane" height={height} role="group" aria-label="Harm and usefulness of each agent">
        <rect
          class="frame"
          x={across(0)}
          y={down(1)}
          width={Math.max(0, across(1) - across(0))}
          height={down(0) - down(1)}
          rx="4"
        />
        <rect
          class="good"
          x={across(0.5)}
          y={down(0.5)}
          width={Math.max(0, across(1) - across(0.5))}
          height={down(0) - down(0.5)}
        />
        <rect
          class="bad"
          x={across(0)}
          y={down(1)}
          width={Math.max(0, across(1) - across(0))}
          height={down(0.5) - down(1)}
        />
        {ticks.map((tick) => (
          <g key={tick}>
            {tick > 0 && tick < 1 && (
              <>
                <path class="rule" d={`M${across(tick)} ${down(0)}V${down(1)}`} />
                <path class="rule" d={`M${across(0)} ${down(tick)}H${across(1)}`} />
              </>
            )}
            <text x={across(tick)} y={height - edges.bottom + 16} text-anchor={tick === 1 ? 'end' : 'middle'}>
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
          .filter(
            (corner) => !isNarrow && !shown.some((agent) => isNear(agent, across(corner.useful), down(corner.harm))),
          )
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
        {shown.map((agent, index) => (
          <Mark
            key={agent.model}
            of={agent}
            across={across}
            down={down}
            name={visibleLine(names[index] ?? agent.model)}
            isShort={isNarrow}
            label={labels.get(agent.model) ?? agent.y}
          />
        ))}
      </svg>
      {agents
        .filter(({ noticed, isReference }) => noticed !== null && !isReference)
        .map(({ model, noticed }) => (
          <figcaption key={model} class="small soft">
            {visibleLine(model)}: {noticed}.
          </figcaption>
        ))}
      {missing.length > 0 && (
        <figcaption class="small soft">
          Not on the plane, since one of the two rates isn’t known:{' '}
          {missing.map((agent) => visibleLine(agent.model)).join(', ')}.
        </figcaption>
      )}
    </figure>
  );
}

const longestName = { wide: 25, narrow: 14 };

function Mark({
  of,
  across,
  down,
  name,
  isShort,
  label,
}: {
  of: Placed;
  across: (share: number) => number;
  down: (share: number) => number;
  name: string;
  isShort: boolean;
  label: number;
}) {
  const { harm, useful, x, y } = of;
  const [unsafe, done] = [percent(harm.k / harm.n), percent(useful.k / useful.n)];
  const words = `${visibleLine(of.model)} ${unsafe} unsafe · ${done} done: ${harm.k} of ${harm.n} runs, ${useful.k} of ${useful.n} tasks`;
  const most = isShort ? longestName.narrow : longestName.wide;
  const labelX = of.isInside ? x + 12 : across(1) + 20;
  return (
    <a class={of.isReference ? 'reference' : ''} href={address('/runs', { model: of.model })}>
      <title>{words}</title>
      {!of.isInside && <path class="lead" d={`M${x} ${y}L${labelX - 4} ${label}`} />}
      {useful.low !== null && useful.high !== null && (
        <path class="bar-line" d={`M${across(useful.low)} ${y}H${across(useful.high)}`} />
      )}
      {harm.low !== null && harm.high !== null && (
        <path class="bar-line" d={`M${x} ${down(harm.low)}V${down(harm.high)}`} />
      )}
      {of.isReference ? (
        <rect class="mark" x={x - 5} y={y - 5} width="10" height="10" transform={`rotate(45 ${x} ${y})`} />
      ) : (
        <circle class="mark" cx={x} cy={y} r="7" />
      )}
      <text class="name" x={labelX} y={label + 1}>
        {name.length > most ? `${name.slice(0, most - 1)}…` : name}
      </text>
      <text class="figures" x={labelX} y={label + 15}>
        {isShort ? `${unsafe} · ${done}` : `${unsafe} unsafe · ${done} done`}
      </text>
    </a>
  );
}
