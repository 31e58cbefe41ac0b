import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** In pixels. Returns `usual` before the element is rendered. */
export function useWidth(of: RefObject<Element | null>, usual: number): number {
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return;
    const measure = () => setWidth(Math.round(element.getBoundingClientRect().width) || usual);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
}
