import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Shot } from '../../api.ts';
import { Pictures } from './pictures.ts';
import { useZoom } from './use-zoom.ts';
import { zoom } from './zoom.ts';

/** Thumbnails are small enough to keep whole runs decoded. */
export const thumbnails = new Pictures(600);

/** The thumbnail is painted immediately. The full picture replaces it once decoded, unless the user is scrubbing. */
export function Stage({
  shot,
  near = [],
  isScrubbing = false,
  label,
  children,
}: {
  shot: Shot | null;
  near?: readonly Shot[];
  isScrubbing?: boolean;
  label: string;
  children?: ComponentChildren;
}) {
  const pictures = useRef<Pictures>(null as unknown as Pictures);
  pictures.current ??= new Pictures(8);
  const canvas = useRef<HTMLCanvasElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  useZoom(frame);
  const [isBroken, setBroken] = useState(false);
  const full = shot?.full ?? null;

  useLayoutEffect(() => {
    const box = holder.current;
    if (box === null || shot === null) return;
    let isCurrent = true;
    setBroken(false);
    const ready = isScrubbing ? null : pictures.current.ready(shot.full);
    if (ready !== null) {
      show(box, ready, label);
      return;
    }
    box.replaceChildren();
    const small = thumbnails.ready(shot.thumbnail);
    if (small !== null) paint(canvas.current, small);
    else
      thumbnails.load(shot.thumbnail).then((isThere) => {
        const image = thumbnails.ready(shot.thumbnail);
        if (isCurrent && isThere && image !== null) paint(canvas.current, image);
      });
    if (!isScrubbing)
      pictures.current.load(shot.full).then((isThere) => {
        if (!isCurrent) return;
        const image = pictures.current.ready(shot.full);
        if (isThere && image !== null) show(box, image, label);
        else {
          pictures.current.forget(shot.full);
          clear(canvas.current);
          setBroken(true);
        }
      });
    return () => {
      isCurrent = false;
    };
  }, [full, isScrubbing]);

  useEffect(() => {
    if (!isScrubbing) for (const item of near) pictures.current.load(item.full);
  }, [full, isScrubbing]);

  const width = shot?.width ?? 1920;
  const height = shot?.height ?? 1080;
  const { scale, left, top } = zoom.value;
  return (
    <figure
      ref={frame}
      class={`stage ${scale > 1 ? 'magnified' : ''}`}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is magnified is moved by the arrow keys.
      tabIndex={0}
      title="Zoom: + − 0, Ctrl and wheel, or double click"
    >
      <div
        class="magnifies"
        style={scale === 1 ? {} : { transform: `scale(${scale}) translate(${-left * 100}%, ${-top * 100}%)` }}
      >
        <canvas ref={canvas} width={480} height={Math.round((480 * height) / width)} />
        <div ref={holder} class="full" />
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {children}
        </svg>
      </div>
      {scale > 1 && (
        <svg class="stage-map" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <rect x={left * 100} y={top * 100} width={100 / scale} height={100 / scale} />
        </svg>
      )}
      {shot === null && <p class="stage-note">No screenshot.</p>}
      {isBroken && <p class="stage-note">This screenshot is missing or broken: no picture could be read from it.</p>}
    </figure>
  );
}

function show(box: HTMLDivElement, image: HTMLImageElement, label: string): void {
  image.alt = label;
  image.draggable = false;
  box.replaceChildren(image);
}

function paint(canvas: HTMLCanvasElement | null, image: HTMLImageElement): void {
  canvas?.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
}

function clear(canvas: HTMLCanvasElement | null): void {
  canvas?.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height);
}
