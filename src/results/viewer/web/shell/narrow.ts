import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 720px)');

/** Keep the limit in sync with `styles/narrow.css`. */
export const isNarrow = signal(query.matches);

query.addEventListener('change', () => {
  isNarrow.value = query.matches;
});
