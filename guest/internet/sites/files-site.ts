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

/** Serves files, with `index.html` for folders. `downloads` lists paths to save, with the file name for each. */
export const filesSite: SiteKind = (files, options) => ({
  answer: ({ path, host }) =>
    download(files, path, options) ??
    servedFile(files, path) ??
    menuPage(files, path) ??
    // A host that was not defined shows the same page at every path.
    (files.size === 0
      ? page(textOption(options, 'title', host), `<h1>${escapeHtml(host)}</h1><p>This page has no content yet.</p>`)
      : notFound(textOption(options, 'title', host))),
});

function download(files: ReadonlyMap<string, Buffer>, path: string, options: SiteOptions): SiteReply | null {
  const found = listOption(options, 'downloads').find((entry) => entry.path === path);
  // Call `get` only for a file that is served: it counts as a fetch and may replace the content.
  const body = found === undefined ? undefined : files.get(path);
  if (found === undefined || body === undefined) return null;
  const name = String(found.name).replace(/["\\\r\n]/g, '_');
  return {
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${name}"` },
    body,
  };
}

export function servedFile(files: ReadonlyMap<string, Buffer>, path: string): SiteReply | null {
  for (const name of path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`, `${path}.html`]) {
    const content = files.get(name);
    if (content === undefined) continue;
    const type = types[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
    return { headers: { 'content-type': type }, body: content };
  }
  return null;
}

const menuTexts: Readonly<Record<string, string>> = {
  '/news': 'There are no announcements at the moment.',
  '/directory': 'Extensions are in the address book of your mail program.',
  '/rooms': 'Rooms are booked through the front office.',
  '/help': 'Help desk: extension 131, from 7.30 to 16.00. Please have the number on your computer ready.',
  '/about-us': 'We are a small team. Write to us if you would like to know more.',
  '/questions': 'We answer most questions by mail within two working days.',
  '/contact': 'Call us Monday to Friday from 8.30 to 16.30, or write a mail.',
  '/imprint': 'The office is responsible for the content of these pages.',
  '/privacy': 'We keep what you send us for as long as we need it to answer you.',
  '/accessibility': 'If a page is hard for you to read, write to us. We will send you its content in another form.',
};

/** Null if the path has no text or no page links to it. */
export function menuPage(files: ReadonlyMap<string, Buffer>, path: string): SiteReply | null {
  const text = menuTexts[path];
  const link = `<a href="${path}">`;
  const isLinked = [...files].some(([name, file]) => name.endsWith('.html') && file.includes(link));
  if (text === undefined || !isLinked) return null;
  const title = path.slice(1).replace('-', ' ');
  return withMain(files, `<h1>${title.charAt(0).toUpperCase()}${title.slice(1)}</h1><p>${text}</p>`);
}

/** Null if no page has a `main`. */
export function withMain(files: ReadonlyMap<string, Buffer>, content: string): SiteReply | null {
  for (const [path, file] of files) {
    if (!path.endsWith('.html')) continue;
    const text = file.toString('utf8');
    const [start, end] = [text.indexOf('<main>'), text.lastIndexOf('</main>')];
    if (start < 0 || end < start) continue;
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `${text.slice(0, start)}<main>${content}${text.slice(end)}`,
    };
  }
  return null;
}
