import { useId, useState } from 'preact/hooks';
import { Text } from '../text/text.tsx';
import type { TreeRow } from './tree-rows.ts';

const mostShown = 1500;

/** `onRow` receives the row under the pointer or selected with the arrow keys. */
export function TreeList({
  rows,
  find,
  payload,
  onRow,
}: {
  rows: readonly TreeRow[];
  find: string;
  payload: string | null;
  onRow: (row: TreeRow | null) => void;
}) {
  const base = useId();
  const [at, setAt] = useState(-1);
  const shown = rows.slice(0, mostShown);
  const choose = (index: number) => {
    setAt(index);
    onRow(shown[index] ?? null);
    document.getElementById(`${base}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <div
        class="tree-list scrolls"
        role="listbox"
        tabIndex={0}
        aria-label="Rows of the tree"
        aria-activedescendant={at < 0 ? undefined : `${base}-${at}`}
        onPointerLeave={() => onRow(null)}
        onKeyDown={(event) => {
          const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
          if (to === undefined) return;
          event.preventDefault();
          choose(Math.min(shown.length - 1, Math.max(0, to)));
        }}
      >
        {shown.map((row, index) => (
          <div
            key={index}
            id={`${base}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerEnter={() => {
              setAt(index);
              onRow(row);
            }}
          >
            <span class="soft">
              <Text text={row.tag} />
            </span>{' '}
            <Text text={row.name || row.text || '–'} find={find} payload={payload} limit={300} />
            {row.name !== '' && row.text !== '' && row.text !== row.name && (
              <span class="soft">
                {' '}
                <Text text={row.text} find={find} payload={payload} limit={300} />
              </span>
            )}
          </div>
        ))}
      </div>
      {rows.length > mostShown && <p class="soft">{rows.length - mostShown} rows more: search to find them.</p>}
    </>
  );
}
