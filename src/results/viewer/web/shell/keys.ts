import { effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Key {
  /** As in `KeyboardEvent.key`: `j`, `J`, `.`, `Escape`, `ArrowLeft`. */
  key: string;
  /** What it does, for the help. */
  does: string;
  /** Only one of several keys for a thing is listed in the help. */
  isAlias?: boolean;
  run: () => void;
  /** Called when the key is let go; `run` is then called once for a key that is held. */
  release?: () => void;
}

interface Layer {
  group: string;
  keys: readonly Key[];
}

/** The keys that work now, the latest layer last; a later layer's key wins. */
export const layers = signal<readonly { group: string; keys: () => readonly Key[] }[]>([]);

/** Keys of one letter can be switched off (WCAG 2.1.4): some people speak to their computer. */
export const lettersWork = signal(localStorage.getItem('osharm-letters') !== 'off');
effect(() => localStorage.setItem('osharm-letters', lettersWork.value ? 'on' : 'off'));

/** Keys that work as long as the component is there. */
export function useKeys(group: Layer['group'], keys: readonly Key[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Before the page is painted: who sees it may press.
  useLayoutEffect(() => {
    const layer = { group, keys: () => latest.current };
    layers.value = [...layers.peek(), layer];
    return () => {
      layers.value = layers.peek().filter((item) => item !== layer);
    };
  }, [group]);
}

/** Listens for keys. Call once. */
export function listenForKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target as Element;
    if (document.querySelector('dialog[open]') !== null) return;
    const isTyping =
      target.closest?.('input:not([type=checkbox], [type=radio], [type=range]), textarea, select') !== null;
    if (isTyping && event.key !== 'Escape') return;
    if (event.key.length === 1 && !lettersWork.value) return;
    // Arrows belong to what has the focus, where that moves by them.
    if (event.key.startsWith('Arrow') && target.closest?.('[role=tablist], [role=slider], .block, .scrolls') !== null)
      return;
    for (const layer of layers.value.toReversed()) {
      const key = layer.keys().find((item) => item.key === event.key);
      if (key === undefined) continue;
      event.preventDefault();
      if (key.release !== undefined) {
        if (event.repeat) return;
        releases.set(event.key, key.release);
      }
      key.run();
      return;
    }
  });
  addEventListener('keyup', (event) => letGo(event.key));
  // A key that is let go elsewhere is never reported.
  addEventListener('blur', () => {
    for (const name of [...releases.keys()]) letGo(name);
  });
}

const releases = new Map<string, () => void>();

function letGo(name: string): void {
  const release = releases.get(name);
  releases.delete(name);
  release?.();
}
