import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  id: string;
  title: ComponentChildren;
  content: () => ComponentChildren;
}

/** Follows the ARIA pattern: arrow keys move, and only the selected tab is in the tab order. */
export function Tabs({
  tabs,
  chosen,
  onChoose,
  label,
}: {
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (id: string) => void;
  label: string;
}) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === chosen),
  );
  const current = tabs[at];
  if (current === undefined) return null;
  const move = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.id);
    (list.current?.children[tabs.indexOf(next)] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab === current}
            aria-controls={`${base}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable by keyboard. */}
      <div class="panel" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${current.id}`} tabIndex={0}>
        {current.content()}
      </div>
    </>
  );
}
