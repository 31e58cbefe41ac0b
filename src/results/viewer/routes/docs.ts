import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { ViewerError } from '../viewer-error.ts';

const docs = join(import.meta.dirname, '../../../../docs');

/** The documentation of this version, as text. */
export function addDocsRoutes(app: Hono): void {
  app.get('/docs/:folder{[a-z-]+}/:page{[a-z0-9-]+\\.md}', async (context) => {
    const { folder, page } = context.req.param();
    const text = await readFile(join(docs, folder, page), 'utf8').catch(() => null);
    if (text === null) throw new ViewerError(404, 'There is no such page in the documentation.');
    return context.text(text);
  });
}
