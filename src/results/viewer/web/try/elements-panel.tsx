import { useState } from 'preact/hooks';
import { visibleLabel } from '../../../views/visible-text.ts';
import type { ShownElement } from '../../try-api.ts';
import { ask, failure, send } from './client.ts';

const mostRows = 60;

/** For clicking without a mouse, and to find out what a locator can match. */
export function ElementsPanel() {
  const [elements, setElements] = useState<ShownElement[] | null>(null);
  const [search, setSearch] = useState('');
  const read = async () => {
    try {
      setElements((await (await ask('elements')).json()) as ShownElement[]);
    } catch (error) {
      failure.value = (error as Error).message;
    }
  };
  const found = (elements ?? []).filter(({ role, name }) =>
    `${role} ${name}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <section class="card try-card" aria-labelledby="elements-title">
      <h2 id="elements-title">Elements</h2>
      <p class="try-row">
        <button type="button" class="button" onClick={() => void read()}>
          {elements === null ? 'List what is on the screen' : 'List again'}
        </button>
      </p>
      {elements !== null && (
        <>
          <input
            class="field"
            type="search"
            aria-label="Search elements"
            placeholder="Search role or name"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          <p class="soft" role="status">
            {found.length} of {elements.length}
          </p>
          <ul class="try-elements">
            {found.slice(0, mostRows).map(({ index, role, name }) => (
              <li key={index}>
                <span class="text">
                  <code>{visibleLabel(role)}</code> {visibleLabel(name)}
                </span>
                <button
                  type="button"
                  class="more"
                  aria-label={`Click ${visibleLabel(role)} ${visibleLabel(name)}`}
                  onClick={() => send({ kind: 'click-element', index, name })}
                >
                  click
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
