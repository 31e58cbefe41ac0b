import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const colours = read('./colours.css');
const drawings = read('./drawings.css');

/** The style of the views and its colours, in light and dark. */
export const viewStyle = `${colours}${drawings}${read('./views.css')}`;

/** Style for image files: light colours only, and no CSS variables, which few SVG renderers support. */
export function imageStyle(): string {
  const light = new Map(
    [...colours.matchAll(/(--[\w-]+): light-dark\((#\w+),/g)].map(([, name = '', colour = '']) => [name, colour]),
  );
  return drawings.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => light.get(name) ?? 'none');
}
