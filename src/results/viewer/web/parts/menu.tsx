import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Closes when one of its buttons is pressed, on Escape, and when it loses focus. */
export function Menu({
  title,
  isSet = false,
  children,
}: {
  title: ComponentChildren;
  isSet?: boolean;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (box.current !== null) box.current.open = false;
  };
  useEffect(() => {
    const outside = (event: Event) => {
      if (box.current !== null && !box.current.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);
  return (
    <details
      ref={box}
      class="menu"
      onClick={(event) => {
        if ((event.target as Element).closest('button') !== null) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
        box.current?.querySelector('summary')?.focus();
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget !== null && !box.current?.contains(event.relatedTarget as Node)) close();
      }}
    >
      <summary class={`button ${isSet ? 'set' : ''}`}>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
