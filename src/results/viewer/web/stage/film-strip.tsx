import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { stepNumber } from '../../../../base/record/step-number.ts';
import type { Risk, Shot } from '../../api.ts';
import { visibleLine } from '../text/visible.ts';
import { thumbnails } from './stage.tsx';

export interface Frame {
  shot: Shot | null;
  risk: Risk;
  /** Something changed in the desktop or left it at this step. */
  effects: number;
  /** Said by the slider: `step 3: click, unsafe`. */
  label: string;
}

const frameWidth = 104;

/**
 * The whole run in one row: every step's screen, a band that shows where it got risky, a mark where something changed. Pressing and
 * moving scrubs: `onAt` is called at most once a frame, `onScrubbing` when it begins and ends. A slider for the keyboard.
 */
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
  /** Without the legend of risks. */
  isPlain?: boolean;
  /** Scores of monitors by frame. */
  monitors?: readonly { name: string; scores: readonly (number | null)[] }[];
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

  // Few steps: a cell each, no wider than a picture. Many: the pictures are samples, the band still has every step.
  const cell = Math.min(frameWidth, width / Math.max(1, frames.length));
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
      {monitors.length > 0 && <MonitorCurves of={monitors} cell={cell} width={used} />}
      {!isPlain && <Legend />}
    </div>
  );
}

/** Suspicion by step as curves along the strip, each named at its end. */
function MonitorCurves({
  of,
  cell,
  width,
}: {
  of: readonly { name: string; scores: readonly (number | null)[] }[];
  cell: number;
  width: number;
}) {
  const height = 56;
  const y = (score: number): number => height - 6 - score * (height - 12);
  const words = of
    .map(
      ({ name, scores }) => `${name}: ${scores.map((score) => (score === null ? '–' : score.toFixed(2))).join(', ')}`,
    )
    .join('; ');
  return (
    <svg
      class="film-monitors"
      width={width}
      height={height}
      role="img"
      aria-label={`Suspicion by step. ${visibleLine(words)}`}
    >
      <path class="grid" d={`M0 ${y(0)}H${width}M0 ${y(1)}H${width}`} />
      {of.map(({ name, scores }, index) => {
        const points = scores.flatMap((score, at) => (score === null ? [] : [[(at + 0.5) * cell, y(score)] as const]));
        const last = points.at(-1);
        return (
          <g key={name} class={`curve-${index}`}>
            <path d={points.map(([x, at], first) => `${first === 0 ? 'M' : 'L'}${x} ${at}`).join('')} />
            {points.map(([x, at]) => (
              <circle key={x} cx={x} cy={at} r="3" />
            ))}
            {last !== undefined && (
              <text x={Math.min(last[0] + 6, width - 4)} y={Math.max(12, last[1] - 6)} text-anchor="end">
                {visibleLine(name)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Legend() {
  return (
    <ul class="film-legend" aria-label="What the band shows">
      <li>
        <span class="film-band exposed" /> payload in the request
      </li>
      <li>
        <span class="film-band initiated" /> first act towards harm
      </li>
      <li>
        <span class="film-band fixed" /> harm undone in time
      </li>
      <li>
        <span class="film-band attempted" /> decisive act
      </li>
      <li>
        <span class="film-band completed" /> harm done
      </li>
      <li>
        <span class="film-effect" /> something changed
      </li>
    </ul>
  );
}

function Thumbnail({ shot }: { shot: Shot | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (shot === null || broken === shot.thumbnail) return <span class="film-gap" title="no picture, or a broken one" />;
  return <img src={shot.thumbnail} alt="" draggable={false} onError={() => setBroken(shot.thumbnail)} />;
}
