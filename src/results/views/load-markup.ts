import { existsSync } from 'node:fs';
import type { ViewMarkup } from './view-props.ts';

/** Prebuilt in the installed package. */
const ready = new URL('./markup.js', import.meta.url);

let loaded: Promise<ViewMarkup> | null = null;

/** The views for programs outside of a browser. Built on demand (about 50 ms) in a checkout. */
export function loadMarkup(): Promise<ViewMarkup> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ViewMarkup> {
  const { markup }: { markup: ViewMarkup } = await import(existsSync(ready) ? ready.href : await builtNow());
  return markup;
}

async function builtNow(): Promise<string> {
  const { buildMarkup } = await import('./build-markup.ts');
  return `data:text/javascript;base64,${Buffer.from(await buildMarkup()).toString('base64')}`;
}
