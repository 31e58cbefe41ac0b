import { useEffect, useRef, useState } from 'preact/hooks';
import { send, tryState, waiting, watchPicture } from './client.ts';
import { pressedKey } from './key-names.ts';

/** Shorter movements, in desktop pixels, count as clicks. */
const clickRadius = 6;
/** Longest time between the clicks of a double click, and shortest time between two moves. */
const doubleMs = 500;
const moveEvery = 120;
/** Wheel pixels per notch on the desktop. */
const notch = 40;

const buttons = ['left', 'middle', 'right'] as const;

interface Point {
  x: number;
  y: number;
}

export function Screen() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isWhole, setWhole] = useState(true);
  const [isLeft, setLeft] = useState(true);
  const state = tryState.value;
  const { width, height } = state?.screen ?? { width: 1920, height: 1080 };
  usePicture(canvas);
  usePointer(canvas);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && event.ctrlKey && event.altKey) {
      event.preventDefault();
      document.getElementById('panel')?.focus();
      return;
    }
    const pressed = pressedKey(event);
    if (pressed === null) return;
    event.preventDefault();
    send('text' in pressed ? { kind: 'type', text: pressed.text } : { kind: 'keys', keys: pressed.keys });
  };
  return (
    <section class="try-screen" aria-label="Live desktop">
      <div class={`try-view ${isWhole ? 'whole' : 'actual'}`}>
        <div
          class="try-keys"
          id="screen"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys for the desktop come from here.
          tabIndex={0}
          role="application"
          aria-label="The desktop’s screen"
          aria-describedby="screen-words"
          onKeyDown={onKeyDown}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
          onContextMenu={(event) => event.preventDefault()}
        >
          <canvas ref={canvas} width={width} height={height} />
        </div>
        {state?.phase !== 'ready' && (
          <p class="try-curtain" role="status">
            {state?.message ?? 'Connecting …'}
          </p>
        )}
      </div>
      <p class="try-words" id="screen-words">
        <span>
          {isLeft
            ? 'Click the screen, or move the focus to it: your keys then go to the desktop.'
            : 'Your keys go to the desktop.'}{' '}
          <kbd>Ctrl</kbd> <kbd>Alt</kbd> <kbd>Enter</kbd> leaves it.
        </span>
        <span class="try-busy" role="status">
          {waiting.value > 0 ? 'working …' : ''}
        </span>
        <button type="button" class="more" aria-pressed={!isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Actual size' : 'Whole screen'}
        </button>
      </p>
    </section>
  );
}

type CanvasRef = { current: HTMLCanvasElement | null };

function usePicture(canvas: CanvasRef): void {
  useEffect(() => {
    const ends = new AbortController();
    void watchPicture((picture) => {
      canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
      picture.close();
    }, ends.signal);
    return () => ends.abort();
  }, [canvas]);
}

function usePointer(ref: CanvasRef): void {
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return;
    let down: (Point & { button: (typeof buttons)[number] }) | null = null;
    let last: (Point & { at: number; count: number; button: string }) | null = null;
    let movedAt = 0;
    const place = (event: MouseEvent): Point => {
      const box = canvas.getBoundingClientRect();
      const along = (at: number, length: number, pixels: number): number =>
        Math.max(0, Math.min(pixels - 1, Math.round((at / length) * pixels)));
      return {
        x: along(event.clientX - box.left, box.width, canvas.width),
        y: along(event.clientY - box.top, box.height, canvas.height),
      };
    };
    const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) <= clickRadius;
    const onDown = (event: PointerEvent) => {
      const button = buttons[event.button];
      if (button === undefined) return;
      if (event.pointerType === 'mouse') event.preventDefault();
      canvas.parentElement?.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      down = { ...place(event), button };
    };
    const onUp = (event: PointerEvent) => {
      const from = down;
      down = null;
      if (from === null) return;
      const to = place(event);
      const { button } = from;
      if (!near(from, to)) {
        // A moving finger scrolls the page.
        if (event.pointerType !== 'touch') send({ kind: 'drag', x: from.x, y: from.y, toX: to.x, toY: to.y, button });
        return;
      }
      const isAgain =
        last !== null &&
        last.button === button &&
        near(last, from) &&
        performance.now() - last.at < doubleMs &&
        last.count < 3;
      const count = isAgain && last !== null ? last.count + 1 : 1;
      last = { x: from.x, y: from.y, at: performance.now(), count, button };
      send({ kind: 'click', x: from.x, y: from.y, button, count });
    };
    const onMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || down !== null || performance.now() - movedAt < moveEvery) return;
      movedAt = performance.now();
      send({ kind: 'move', ...place(event) });
    };
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      const notches = Math.max(1, Math.round(Math.abs(event.deltaY) / notch));
      send({ kind: 'scroll', ...place(event), amount: event.deltaY > 0 ? -notches : notches });
    };
    const forget = () => {
      down = null;
    };
    canvas.addEventListener('pointerdown', onDown);
    canvas.addEventListener('pointerup', onUp);
    canvas.addEventListener('pointermove', onMove);
    canvas.addEventListener('pointercancel', forget);
    canvas.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      canvas.removeEventListener('pointerdown', onDown);
      canvas.removeEventListener('pointerup', onUp);
      canvas.removeEventListener('pointermove', onMove);
      canvas.removeEventListener('pointercancel', forget);
      canvas.removeEventListener('wheel', onWheel);
    };
  }, [ref]);
}
