import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { panned, whole, zoom, zoomed } from './zoom.ts';

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-0.15, 0],
  ArrowRight: [0.15, 0],
  ArrowUp: [0, -0.15],
  ArrowDown: [0, 0.15],
};

/** The wheel and arrow keys only work once zoomed in. Ctrl and wheel, pinching and double click always work. */
export function useZoom(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const held = new Map<number, { x: number; y: number }>();
    const place = (event: MouseEvent) => {
      const box = element.getBoundingClientRect();
      return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    };
    const ends = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      run: (event: HTMLElementEventMap[Name]) => void,
    ): void => element.addEventListener(name, run, { signal: ends.signal, passive: false });
    on('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey && zoom.value.scale === 1) return;
      event.preventDefault();
      const { x, y } = place(event);
      zoom.value = zoomed(zoom.value, 1.0015 ** -event.deltaY, x, y);
    });
    on('dblclick', (event) => {
      const { x, y } = place(event);
      zoom.value = zoom.value.scale > 1 ? whole : zoomed(whole, 3, x, y);
    });
    on('pointerdown', (event) => {
      if (event.button !== 0) return;
      held.set(event.pointerId, place(event));
    });
    on('pointermove', (event) => {
      const before = held.get(event.pointerId);
      if (before === undefined) return;
      const now = place(event);
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other !== undefined) {
        const apart = (at: { x: number; y: number }) => Math.hypot(at.x - other.x, at.y - other.y);
        const [x, y] = [(now.x + other.x) / 2, (now.y + other.y) / 2];
        if (apart(before) > 0) zoom.value = zoomed(zoom.value, apart(now) / apart(before), x, y);
      } else if (zoom.value.scale > 1) {
        element.setPointerCapture(event.pointerId);
        zoom.value = panned(zoom.value, before.x - now.x, before.y - now.y);
      }
      held.set(event.pointerId, now);
    });
    for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      on(name, (event) => held.delete(event.pointerId));
    on('keydown', (event) => {
      const [x, y] = arrows[event.key] ?? [0, 0];
      if ((x === 0 && y === 0) || zoom.value.scale === 1) return;
      event.preventDefault();
      zoom.value = panned(zoom.value, x, y);
    });
    return () => ends.abort();
  }, []);
}
