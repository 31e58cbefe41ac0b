import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 720px)');

/** Whether the window is as narrow as a phone's; the same limit stands in `styles/narrow.css`. */
export const isNarrow = signal(query.matches);

query.addEventListener('change', () => {
  isNarrow.value = query.matches;
});
