import { useState } from 'preact/hooks';
import { send } from './client.ts';
import { writtenKeys } from './key-names.ts';

const kept = ['ctrl+alt+t', 'alt+f2', 'alt+tab', 'win', 'ctrl+w', 'ctrl+n'];

/** For phones, and for keys that the browser intercepts. */
export function KeysPanel() {
  const [text, setText] = useState('');
  const [keys, setKeys] = useState('');
  const press = (written: string) => {
    const names = writtenKeys(written);
    if (names.length > 0) send({ kind: 'keys', keys: names });
  };
  return (
    <section class="card try-card" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <form
        class="try-row"
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== '') send({ kind: 'type', text });
          setText('');
        }}
      >
        <input
          class="field"
          aria-label="Text to type"
          placeholder="Text to type"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          Type
        </button>
      </form>
      <form
        class="try-row"
        onSubmit={(event) => {
          event.preventDefault();
          press(keys);
          setKeys('');
        }}
      >
        <input
          class="field"
          aria-label="Keys to press"
          placeholder="Keys: ctrl+s, F5, enter"
          value={keys}
          onInput={(event) => setKeys(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          Press
        </button>
      </form>
      <p class="try-row">
        {kept.map((value) => (
          <button key={value} type="button" class="more" onClick={() => press(value)}>
            {value}
          </button>
        ))}
      </p>
    </section>
  );
}
