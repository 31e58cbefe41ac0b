import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { Marked } from 'marked';
import { ViewerError } from '../viewer-error.ts';

const root = join(import.meta.dirname, '../../../..');

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

/** The documentation of this version, and the files that it links to, under their paths in a checkout. */
export function addDocsRoutes(app: Hono): void {
  app.get('/docs.css', async (context) => {
    const style = await readFile(join(import.meta.dirname, 'docs.css'), 'utf8');
    return context.body(style, 200, { 'content-type': types['.css'] as string });
  });
  app.get('/:page{[A-Z]+\\.(?:md|cff)|Containerfile}', (context) => shown(context.req.param('page')));
  app.get('/:folder{docs|examples|image|lab|packages|python|suites|test}/:path{.*}', (context) => {
    const { folder, path } = context.req.param();
    return shown(`${folder}/${path}`);
  });
}

async function shown(path: string): Promise<Response> {
  const file = join(root, path);
  const isHidden = path.split('/').some((part) => part.startsWith('.'));
  const entry = isHidden ? undefined : await stat(file).catch(() => undefined);
  if (entry === undefined)
    throw new ViewerError(404, `${path} is not part of this installation. It may be in osharm's repository.`);
  if (entry.isDirectory()) return pageOf(await folderList(path.replace(/\/$/, '')));
  const type = extname(path);
  if (type === '.md') return pageOf(await readFile(file, 'utf8'));
  return new Response(new Uint8Array(await readFile(file)), {
    headers: { 'content-type': types[type] ?? 'text/plain; charset=utf-8' },
  });
}

/** Its files as a page in Markdown. */
async function folderList(folder: string): Promise<string> {
  const names = (await readdir(join(root, folder))).filter((name) => !name.startsWith('.')).toSorted();
  return [`# ${folder}\n`, ...names.map((name) => `- [${name}](/${folder}/${name})`)].join('\n');
}

function pageOf(text: string): Response {
  const { body, title } = markdownPage(text);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/docs.css"></head>
<body><nav><a href="/docs/index.md">Documentation</a> <a href="/">Results</a></nav><main>${raw(body)}</main></body></html>
`;
  return new Response(String(page), { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

function markdownPage(text: string): { body: string; title: string } {
  const anchors = new Map<string, number>();
  let title = 'osharm';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens, this.parser.textRenderer);
        if (depth === 1) title = words;
        return `<h${depth} id="${anchorOf(words, anchors)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const body = marked.parse(text, { async: false });
  return { body, title };
}

/** The anchor of a heading on GitHub. */
function anchorOf(heading: string, known: Map<string, number>): string {
  const anchor = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
  const count = known.get(anchor) ?? 0;
  known.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
