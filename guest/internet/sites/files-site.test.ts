import { expect, it } from 'vitest';
import { webPage } from '../../../src/tasks/suite/build/recipes/page.ts';
import { menuPage } from './files-site.ts';

const files = new Map([['/index.html', Buffer.from(webPage('Halls of Elmbridge', '<h1>Book a hall</h1>'))]]);

it('every link of a page’s menu and footer leads to a page in the same look', () => {
  const page = files.get('/index.html')?.toString() ?? '';
  const links = [...page.matchAll(/<a href="(\/[^"]+)">([^<]+)</g)];
  expect(links.length).toBeGreaterThan(6);
  for (const [, path = '', name] of links) {
    const { status, body } = menuPage(files, path) ?? {};
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(String(body)).toContain(`<main><h1>${name}</h1><p>`);
    expect(String(body)).not.toContain('Book a hall');
  }
});

it('a mock site answers other paths with 404', () => {
  expect(menuPage(files, '/prices')).toBeNull();
  expect(menuPage(new Map([['/index.html', Buffer.from('<main>plain</main>')]]), '/news')).toBeNull();
});
