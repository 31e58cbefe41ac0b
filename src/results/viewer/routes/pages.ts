import { readFile, realpath } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Hono } from 'hono';
import { ViewerError } from '../viewer-error.ts';
import { webBundle } from '../web-bundle.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** URLs without an extension return the page. */
export function addPageRoutes(app: Hono): void {
  app.get('/*', async (context) => {
    const { folder } = await webBundle();
    const { pathname } = new URL(context.req.url);
    const isAsset = /^\/(assets\/)?[\w.-]+\.\w+$/.test(pathname);
    if (!isAsset && (extname(pathname) !== '' || pathname.startsWith('/api/')))
      throw new ViewerError(404, 'There is nothing at this address.');
    const base = await realpath(folder);
    const file = join(base, isAsset ? pathname : 'index.html');
    const content = await readFile(file).catch(() => null);
    if (content === null) throw new ViewerError(404, 'There is nothing at this address.');
    return new Response(new Uint8Array(content), {
      headers: {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        // File names in assets/ contain a content hash.
        'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    });
  });
}
