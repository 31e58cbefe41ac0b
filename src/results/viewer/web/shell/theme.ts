import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const name = 'osharm-theme';

function stored(): Theme {
  const value = localStorage.getItem(name);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Stored in the browser. */
export const theme = signal<Theme>(stored());

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(name, theme.value);
});
