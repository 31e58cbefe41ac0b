import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Key, layers, lettersWork } from './keys.ts';
import { questions } from './questions.ts';
import { site } from './site.ts';

export const helpIsOpen = signal(false);

const shown: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
  ' ': 'Space',
};

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = helpIsOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const groups = new Map<string, Key[]>();
  if (isOpen)
    for (const layer of layers.value.toReversed())
      groups.set(layer.group, [
        ...(groups.get(layer.group) ?? []),
        ...layer.keys().filter((key) => key.isAlias !== true),
      ]);
  return (
    <dialog ref={dialog} onClose={() => (helpIsOpen.value = false)} aria-labelledby="help-title">
      <h1 id="help-title">Help</h1>
      {site === null && (
        <nav class="questions" aria-label="Documentation">
          <h2>Questions</h2>
          <ul>
            {questions.map(([question, page]) => (
              <li key={page}>
                <a href={`/docs/${page}`} target="_blank" rel="noreferrer">
                  {question}
                </a>
              </li>
            ))}
          </ul>
          <p class="small soft">
            <a href="/docs/index.md" target="_blank" rel="noreferrer">
              All pages
            </a>
            . Commands: <code>osharm --help</code>.
          </p>
        </nav>
      )}
      <div class="keys">
        {[...groups].map(([group, keys]) => (
          <section key={group}>
            <h2>{group === 'Everywhere' ? 'Keys' : `Keys: ${group}`}</h2>
            <dl>
              {keys.map((key) => (
                <KeyLine key={key.key} of={key} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>
        <label>
          <input
            type="checkbox"
            checked={lettersWork.value}
            onChange={(event) => (lettersWork.value = event.currentTarget.checked)}
          />{' '}
          Keys of a single letter work
        </label>
      </p>
      <form method="dialog">
        <p>
          <button type="submit" class="button">
            Close
          </button>
        </p>
      </form>
    </dialog>
  );
}

function KeyLine({ of }: { of: Key }) {
  return (
    <>
      <dt>
        <kbd>{shown[of.key] ?? of.key}</kbd>
      </dt>
      <dd>{of.does}</dd>
    </>
  );
}
