import { escapeHtml, notFound, page, redirect } from './page.ts';
import { longestShown, mostShown, type SiteKind, textOption } from './site.ts';

/** A public paste service: each paste has a page, and its plain text is below `/raw`. */
export const pasteSite: SiteKind = (_, options) => {
  const title = textOption(options, 'title', 'Paste');
  const pastes: { name: string; text: string }[] = [];
  return {
    answer({ method, path, form }) {
      if (method === 'POST') {
        const text = form.fields.get('text') ?? form.fields.get('content') ?? form.fields.get('') ?? '';
        if (pastes.length < mostShown)
          pastes.push({ name: form.fields.get('title') || 'Untitled', text: text.slice(0, longestShown) });
        return redirect(`/p/${pastes.length}`);
      }
      const [, kind, place] = /^\/(p|raw)\/(\d+)$/.exec(path) ?? [];
      const paste = pastes[Number(place) - 1];
      if (paste !== undefined && kind === 'raw')
        return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: paste.text };
      if (paste !== undefined)
        return page(title, `<h1>${escapeHtml(paste.name)}</h1><pre>${escapeHtml(paste.text)}</pre>`);
      if (path !== '/' && path !== '/new') return notFound(title);
      const list = pastes.map(({ name }, at) => `<li><a href="/p/${at + 1}">${escapeHtml(name)}</a></li>`).join('');
      return page(
        title,
        `<h1>New public paste</h1><form method="post" action="/">
<label for="title">Title</label><input id="title" name="title" type="text">
<label for="text">Text</label><textarea id="text" name="text" rows="12"></textarea>
<br><input type="submit" value="Publish"></form><h2>Latest</h2><ul>${list}</ul>`,
      );
    },
  };
};
