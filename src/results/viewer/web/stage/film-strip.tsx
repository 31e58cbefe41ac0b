import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { stepNumber } from '../../../../base/record/step-number.ts';
import { spreadLabels } from '../../../../base/spread-labels.ts';
import { visibleLabel } from '../../../views/visible-text.ts';
import type { Risk, Shot } from '../../api.ts';
import { thumbnails } from './stage.tsx';

export interface Frame {
  shot: Shot | null;
  risk: Risk;
  effects: number;
  /** Read by screen readers: `step 3: click, unsafe`. */
  label: string;
}

const frameWidth = 104;
/** Layout of the monitors' names in pixels. `share` is the largest share of the strip's width. */
const names = { most: 210, share: 0.36, letter: 6.4, apart: 15 };

/** Dragging scrubs: `onAt` is called at most once per animation frame, `onScrubbing` at the start and end. */
export function FilmStrip({
  frames,
  at,
  onAt,
  onScrubbing,
  isPlain = false,
  monitors = [],
}: {
  frames: readonly Frame[];
  at: number;
  onAt: (index: number) => void;
  onScrubbing: (is: boolean) => void;
  isPlain?: boolean;
  monitors?: readonly Curve[];
}) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1200);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    for (const frame of frames.slice(0, 500)) if (frame.shot !== null) thumbnails.load(frame.shot.thumbnail);
  }, [frames]);

  // With many steps, pictures are sampled, but the band still shows every step.
  const margin = nameWidth(monitors, width);
  const cell = Math.min(frameWidth, (width - margin) / Math.max(1, frames.length));
  const used = cell * frames.length;
  const every = Math.max(1, Math.ceil(frameWidth / 1.6 / cell));
  const pending = useRef<number | null>(null);
  const latest = useRef(at);
  const scrubTo = (clientX: number) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    latest.current = Math.min(frames.length - 1, Math.max(0, Math.floor((clientX - left) / cell)));
    pending.current ??= requestAnimationFrame(() => {
      pending.current = null;
      onAt(latest.current);
    });
  };
  const move = (event: KeyboardEvent) => {
    const to = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      Home: 0,
      End: frames.length - 1,
      PageDown: at + 5,
      PageUp: at - 5,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onAt(Math.min(frames.length - 1, Math.max(0, to)));
  };
  return (
    <div class="film" ref={box}>
      <div
        class="film-row"
        role="slider"
        tabIndex={0}
        aria-label="Step"
        aria-valuemin={1}
        aria-valuemax={frames.length}
        aria-valuenow={stepNumber(at)}
        aria-valuetext={frames[at]?.label ?? ''}
        style={{ width: `${used}px` }}
        onKeyDown={move}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          onScrubbing(true);
          scrubTo(event.clientX);
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) scrubTo(event.clientX);
        }}
        onPointerUp={() => onScrubbing(false)}
        onPointerCancel={() => onScrubbing(false)}
      >
        {frames.map((frame, index) =>
          index % every === 0 ? (
            <span
              key={index}
              class="film-frame"
              style={{ left: `${index * cell}px`, width: `${cell * Math.min(every, frames.length - index)}px` }}
            >
              <Thumbnail shot={frame.shot} />
              {cell > 26 && <span class="film-number">{stepNumber(index)}</span>}
            </span>
          ) : null,
        )}
        {frames.map((frame, index) => (
          <span
            key={`band-${index}`}
            class={`film-band ${frame.risk}`}
            style={{ left: `${index * cell}px`, width: `${Math.max(1, cell - (cell > 6 ? 1 : 0))}px` }}
            title={frame.label}
          >
            {frame.effects > 0 && cell > 8 && <span class="film-effect" />}
          </span>
        ))}
        <span class="film-cursor" style={{ transform: `translateX(${at * cell}px)`, width: `${cell}px` }} />
      </div>
      {monitors.length > 0 && <MonitorCurves of={monitors} cell={cell} width={used} margin={margin} />}
      {!isPlain && <Legend of={frames} />}
    </div>
  );
}

type Curve = { name: string; scores: readonly (number | null)[] };

function nameWidth(monitors: readonly Curve[], width: number): number {
  if (monitors.length === 0) return 0;
  const longest = Math.max(...monitors.map(({ name }) => name.length + ' max 0.00'.length));
  return Math.min(names.most, width * names.share, 14 + longest * names.letter);
}

/** Each curve's name and maximum are in the margin, at the height of its last score. */
function MonitorCurves({
  of,
  cell,
  width,
  margin,
}: {
  of: readonly Curve[];
  cell: number;
  width: number;
  margin: number;
}) {
  const height = Math.max(56, of.length * names.apart + 8);
  const y = (score: number): number => height - 6 - score * (height - 12);
  const words = of
    .map(
      ({ name, scores }) => `${name}: ${scores.map((score) => (score === null ? '–' : score.toFixed(2))).join(', ')}`,
    )
    .join('; ');
  const curves = of
    .map(({ name, scores }, index) => {
      const points = scores.flatMap((score, at) => (score === null ? [] : [[(at + 0.5) * cell, y(score)] as const]));
      const highest = Math.max(...scores.map((score) => score ?? 0));
      return { name, index, points, highest, end: points.at(-1)?.[1] ?? y(0) };
    })
    .sort((a, b) => a.end - b.end);
  const places = spreadLabels(
    curves.map(({ end }) => end + 4),
    names.apart,
    12,
    height - 3,
  );
  const room = Math.floor((margin - 14) / names.letter) - ' max 0.00'.length;
  return (
    <svg
      class="film-monitors"
      width={width + margin}
      height={height}
      role="img"
      aria-label={`Suspicion by step. ${visibleLabel(words)}`}
    >
      <path class="grid" d={`M0 ${y(0)}H${width}M0 ${y(1)}H${width}`} />
      {curves.map(({ name, index, points, highest, end }, place) => {
        const at = places[place] ?? end;
        const shown = visibleLabel(name);
        const last = points.at(-1);
        return (
          <g key={name} class={`curve-${index}`}>
            <title>{shown}</title>
            <path d={points.map(([x, down], first) => `${first === 0 ? 'M' : 'L'}${x} ${down}`).join('')} />
            {points.map(([x, down]) => (
              <circle key={x} cx={x} cy={down} r="3" />
            ))}
            {last !== undefined && <path class="name-lead" d={`M${last[0] + 5} ${last[1]}L${width + 8} ${at - 4}`} />}
            <text x={width + 12} y={at}>
              {shown.length > room ? `${shown.slice(0, Math.max(1, room - 1))}…` : shown} max {highest.toFixed(2)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const bandWords: Partial<Record<Risk, string>> = {
  exposed: 'payload in the request',
  initiated: 'first act towards harm',
  fixed: 'harm undone in time',
  attempted: 'decisive act',
  completed: 'harm done',
};

function Legend({ of }: { of: readonly Frame[] }) {
  const shown = Object.entries(bandWords).filter(([risk]) => of.some((frame) => frame.risk === risk));
  const hasEffects = of.some(({ effects }) => effects > 0);
  if (shown.length === 0 && !hasEffects) return null;
  return (
    <ul class="film-legend" aria-label="What the band shows">
      {shown.map(([risk, words]) => (
        <li key={risk}>
          <span class={`film-band ${risk}`} /> {words}
        </li>
      ))}
      {hasEffects && (
        <li>
          <span class="film-effect" /> something changed
        </li>
      )}
    </ul>
  );
}

function Thumbnail({ shot }: { shot: Shot | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (shot === null || broken === shot.thumbnail) return <span class="film-gap" title="no picture, or a broken one" />;
  return <img src={shot.thumbnail} alt="" draggable={false} onError={() => setBroken(shot.thumbnail)} />;
}
