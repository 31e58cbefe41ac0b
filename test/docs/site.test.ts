import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

interface Entry {
  link?: string;
  items?: Entry[];
}

it('the sidebar lists every page of the documentation once', async () => {
  const { sidebar } = (await import(`${root}docs/.vitepress/sidebar.mjs`)) as { sidebar: Entry[] };
  const links = sidebar.flatMap((entry) => entry.items ?? []).map(({ link = '' }) => link);
  const pages = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/.vitepress/**', 'docs/decisions/0*'] })
    .map((page) => page.slice('docs'.length, -'.md'.length).replace(/README$/, ''))
    .filter((page) => page !== '/index');
  expect(links.toSorted()).toEqual(pages.sort());
});

it('the headings of the troubleshooting page are messages of the program', () => {
  const headings = [...read('docs/start/troubleshooting.md').matchAll(/^## (.*)$/gm)].map(
    ([, heading = '']) => heading,
  );
  expect(headings.length).toBeGreaterThanOrEqual(10);
  const files = globSync(['src/**/*.ts', 'bin/*'], { cwd: root, exclude: ['**/*.test.ts'] });
  const sources = files.map(read);
  const isPrinted = (heading: string): boolean => sources.some((text) => text.includes(heading));
  // Put together from a word and the name of a step.
  const composed = ["can't mount a tmpfs", 'model rate limited'];
  expect(headings.filter((heading) => !isPrinted(heading) && !composed.includes(heading))).toEqual([]);
});
