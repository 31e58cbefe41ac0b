import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { visibleLabel } from '../../../../views/visible-text.ts';
import { Menu } from '../../parts/menu.tsx';
import { setQuery } from '../../shell/router.ts';

interface SavedFilter {
  name: string;
  filters: Record<string, string>;
}

const key = 'osharm-filters';
const most = 50;

function stored(): SavedFilter[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isSaved).slice(0, most) : [];
  } catch {
    return [];
  }
}

function isSaved(value: unknown): value is SavedFilter {
  const { name, filters } = (value ?? {}) as Partial<SavedFilter>;
  return (
    typeof name === 'string' &&
    typeof filters === 'object' &&
    filters !== null &&
    Object.values(filters).every((item) => typeof item === 'string')
  );
}

/** Stored in the browser. */
const saved = signal<readonly SavedFilter[]>(stored());

function keep(list: readonly SavedFilter[]): void {
  saved.value = list;
  localStorage.setItem(key, JSON.stringify(list));
}

export function SavedFilters({
  names,
  filters,
}: {
  /** The URL parameters that filter runs. */
  names: readonly string[];
  filters: Record<string, string>;
}) {
  const [name, setName] = useState('');
  const isSet = Object.keys(filters).length > 0;
  if (!isSet && saved.value.length === 0) return null;
  const save = () => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    keep([...saved.value.filter((item) => item.name !== trimmed), { name: trimmed, filters }].slice(-most));
    setName('');
  };
  const here = JSON.stringify(filters);
  return (
    <Menu title="Saved">
      {saved.value.map((item) => (
        <div key={item.name} class="saved-filter">
          <button
            type="button"
            aria-pressed={JSON.stringify(item.filters) === here}
            onClick={() => setQuery({ ...Object.fromEntries(names.map((field) => [field, null])), ...item.filters })}
          >
            {visibleLabel(item.name)}
          </button>
          <button
            type="button"
            aria-label={`Remove ${visibleLabel(item.name)}`}
            onClick={() => keep(saved.value.filter((other) => other !== item))}
          >
            ×
          </button>
        </div>
      ))}
      {isSet && (
        <form
          class="saved-filter"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <input
            class="field"
            aria-label="Name of this filter"
            placeholder="Name of this filter"
            maxLength={60}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" disabled={name.trim() === ''}>
            Save
          </button>
        </form>
      )}
    </Menu>
  );
}
