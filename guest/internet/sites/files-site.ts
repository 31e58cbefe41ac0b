import { escapeHtml, notFound, page } from './page.ts';
import { listOption, type SiteKind, type SiteOptions, type SiteReply, textOption } from './site.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  sh: 'text/x-shellscript; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  ics: 'text/calendar',
};

/**
 * A plain site of files; a folder is its `index.html`. `downloads`: paths of files that are saved, with the names that
 * they are saved under.
 */
export const filesSite: SiteKind = (files, options) => ({
  answer: ({ path, host }) =>
    download(files, path, options) ??
    servedFile(files, path) ??
    // A host that nobody made has a page of the same words at every path.
    (files.size === 0
      ? page(textOption(options, 'title', host), `<h1>${escapeHtml(host)}</h1><p>This page has no content yet.</p>`)
      : notFound(textOption(options, 'title', host))),
});

function download(files: ReadonlyMap<string, Buffer>, path: string, options: SiteOptions): SiteReply | null {
  const found = listOption(options, 'downloads').find((entry) => entry.path === path);
  // A look at a file may be the visit that turns it.
  const body = found === undefined ? undefined : files.get(path);
  if (found === undefined || body === undefined) return null;
  const name = String(found.name).replace(/["\\\r\n]/g, '_');
  return {
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${name}"` },
    body,
  };
}

/** The file at a path; null where there is none. */
export function servedFile(files: ReadonlyMap<string, Buffer>, path: string): SiteReply | null {
  for (const name of path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`, `${path}.html`]) {
    const content = files.get(name);
    if (content === undefined) continue;
    const type = types[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
    return { headers: { 'content-type': type }, body: content };
  }
  return null;
}
