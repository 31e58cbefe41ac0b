import { useRef, useState } from 'preact/hooks';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { ViewerState } from '../../../api.ts';
import { useKeys } from '../../shell/keys.ts';
import { isNarrow } from '../../shell/narrow.ts';
import { place, setQuery } from '../../shell/router.ts';
import { completions, wantedText } from './completion.ts';

export function QueryField({ state }: { state: ViewerState | null }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  useKeys('Filters', [{ key: '/', does: 'search', run: () => input.current?.focus() }]);
  const query = place.value.query.get('q') ?? '';
  const searchable = state?.searchable ?? null;
  const example = searchable === null ? 'model:' : 'text:words';
  const offers = isOpen ? completions(query, state?.facets ?? null, searchable !== null) : [];
  const put = (text: string) => {
    setQuery({ q: text });
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = offers[at];
    if (move !== 0 && offers.length > 0) {
      event.preventDefault();
      setAt((now) => (now + move + offers.length + (now < 0 && move < 0 ? 1 : 0)) % offers.length);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      put(chosen.query);
    } else if (event.key === 'Escape') {
      if (offers.length > 0) setIsOpen(false);
      else input.current?.blur();
    }
  };
  const isBehind = wantedText(query) !== null && searchable !== null && searchable < (state?.runs ?? 0);
  return (
    <div class="query-field">
      <input
        ref={input}
        class="field wide"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={isNarrow.value ? `Task or ${example}` : `Task, model … or ${example}, steps>  /`}
        aria-label="Filter: words, or field:value"
        aria-expanded={offers.length > 0}
        aria-controls="query-offers"
        aria-autocomplete="list"
        {...(at >= 0 && at < offers.length ? { 'aria-activedescendant': `query-offer-${at}` } : {})}
        value={query}
        onInput={(event) => {
          setIsOpen(true);
          put(event.currentTarget.value);
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        class="query-offers"
        id="query-offers"
        role="listbox"
        aria-label="How the filter could go on"
        hidden={offers.length === 0}
      >
        {offers.map((offer, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field itself has the keys, as in every combobox
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={offer.query}
            id={`query-offer-${index}`}
            role="option"
            aria-selected={index === at}
            // Prevents the field from losing focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              put(offer.query);
              input.current?.focus();
            }}
          >
            <span>{visibleLabel(offer.label)}</span>
            <span class="soft">{offer.does}</span>
          </div>
        ))}
      </div>
      {isBehind && (
        <p class="soft" role="status">
          Texts of {searchable?.toLocaleString('en')} of {state?.runs.toLocaleString('en')} runs are searched so far.
        </p>
      )}
    </div>
  );
}
