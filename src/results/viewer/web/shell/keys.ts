import { effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Key {
  /** As in `KeyboardEvent.key`: `j`, `J`, `.`, `Escape`, `ArrowLeft`. */
  key: string;
  does: string;
  /** The help omits secondary keys for the same command. */
  isAlias?: boolean;
  run: () => void;
  /** Called when the key is released. `run` is then called only once while the key is held. */
  release?: () => void;
}

interface Layer {
  group: string;
  keys: readonly Key[];
}

/** A later layer takes precedence. */
export const layers = signal<readonly { group: string; keys: () => readonly Key[] }[]>([]);

/** Single-letter shortcuts can be turned off (WCAG 2.1.4), since speech input can trigger them. */
export const lettersWork = signal(localStorage.getItem('osharm-letters') !== 'off');
effect(() => localStorage.setItem('osharm-letters', lettersWork.value ? 'on' : 'off'));

/** The keys are active while the component is mounted. */
export function useKeys(group: Layer['group'], keys: readonly Key[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Keys must work as soon as the page is painted.
  useLayoutEffect(() => {
    const layer = { group, keys: () => latest.current };
    layers.value = [...layers.peek(), layer];
    return () => {
      layers.value = layers.peek().filter((item) => item !== layer);
    };
  }, [group]);
}

/** Call once. */
export function listenForKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target as Element;
    if (document.querySelector('dialog[open]') !== null) return;
    const isTyping =
      target.closest?.('input:not([type=checkbox], [type=radio], [type=range]), textarea, select') !== null;
    if (isTyping && event.key !== 'Escape') return;
    if (event.key.length === 1 && !lettersWork.value) return;
    // Arrow keys keep their function in widgets that use them.
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
  // Releasing a key in another window sends no keyup event.
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
