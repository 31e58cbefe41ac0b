import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startViewer, type Viewer } from '../../src/results/viewer/server.ts';
import { questions } from '../../src/results/viewer/web/shell/questions.ts';
import { ask } from './server-client.ts';

let folder: string;
let viewer: Viewer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'viewer-docs-'));
  viewer = await startViewer(folder, { cache: join(folder, 'cache') });
});
afterAll(async () => {
  await viewer?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('every link of the documentation in the viewer leads to a page, a file or a heading', async () => {
  const open = ['/docs/index.md', ...questions.map(([, page]) => `/docs/${page}`)];
  const pages = new Map<string, string>();
  const links: [from: string, path: string, anchor: string][] = [];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue;
    const { status, headers, body } = await ask(viewer.url, path);
    const text = headers['content-type']?.includes('text/html') ? body.toString('utf8') : '';
    pages.set(path, status === 200 ? text : `status ${status}`);
    for (const [, target = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const { pathname, hash } = new URL(target, `http://viewer${path}`);
      if (pathname === '/') continue;
      links.push([path, pathname, decodeURIComponent(hash.slice(1))]);
      open.push(pathname);
    }
  }
  const broken = links.filter(
    ([, path, anchor]) =>
      pages.get(path)?.startsWith('status ') || (anchor !== '' && !pages.get(path)?.includes(`id="${anchor}"`)),
  );
  expect(broken).toEqual([]);
  expect(pages.size).toBeGreaterThan(80);
});

it.each([
  '/docs/..%2fpackage.json',
  '/docs/..%2f..%2f..%2fetc/hostname',
  '/docs/.vitepress/config.mjs',
  '/docs/no-such.md',
])('the documentation has nothing at %s', async (path) => {
  expect((await ask(viewer.url, path)).status).toBe(404);
});
