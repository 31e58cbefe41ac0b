import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['*.md', '{docs,suites,test,examples}/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root }));

/** A page without its blocks of code, which hold no links. */
const prose = (page: string): string => readFileSync(join(root, page), 'utf8').replace(/^```.*?^```/gms, '');

/** Anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of prose(page).matchAll(/^#{1,6} +(.*)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; found.has(unique); count += 1) unique = `${anchor}-${count}`;
    found.add(unique);
  }
  return found;
}

describe('documentation pages', () => {
  it('pages link to existing files, pictures and headings', () => {
    const broken: string[] = [];
    let links = 0;
    for (const page of pages)
      for (const [, target = ''] of prose(page).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(https?|mailto):/.test(target)) continue;
        links += 1;
        const [path = '', heading] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(root, file))) broken.push(`${page}: ${target}`);
        else if (heading !== undefined && !anchors(file).has(heading))
          broken.push(`${page}: ${target} (no such heading)`);
      }
    expect(broken).toEqual([]);
    expect(links).toBeGreaterThan(100);
  });

  it('every table in a page is followed by an empty line or a block', () => {
    const joined: string[] = [];
    for (const page of pages)
      for (const [, next = ''] of prose(page).matchAll(/^\|.*\|\n(?!\||\n|#|<!--|```)(.+)$/gm))
        joined.push(`${page}: ${next}`);
    expect(joined).toEqual([]);
  });

  it('pages name existing files of this repository', () => {
    const missing: string[] = [];
    for (const page of pages.filter((path) => path === 'README.md' || path.startsWith('docs/')))
      for (const [, path = ''] of readFileSync(join(root, page), 'utf8').matchAll(
        /(?:`|osharm-node )((?:src|test|tools|guest|image|bench|docs|suites|examples|bin)\/[\w./-]+)/g,
      ))
        if (!existsSync(join(root, path))) missing.push(`${page}: ${path}`);
    expect(missing).toEqual([]);
  });

  it('pages name existing folders of src, and functions in the files that the walks state', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const wings = [...page.matchAll(/^\| `src\/([\w-]+)` \|/gm)].map(([, wing]) => wing).sort();
    const there = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(wings).toEqual(there.map(({ name }) => name).sort());
    const hops = [...page.matchAll(/^\| \d \| `(src\/[^`*]+\.ts)` `([\w.]+)`/gm)];
    expect(hops.length).toBeGreaterThanOrEqual(12);
    for (const [, file = '', name = ''] of hops) {
      const [owner = '', method] = name.split('.');
      const text = readFileSync(join(root, file), 'utf8');
      expect(text, `${file}: ${owner}`).toMatch(new RegExp(`(?:function|class|interface) ${owner}\\b`));
      if (method !== undefined) expect(text, `${file}: ${name}`).toMatch(new RegExp(`^  ${method}\\(`, 'm'));
    }
  });
});
