import { escapeHtml, notFound, page } from './page.ts';
import { type SiteKind, textOption } from './site.ts';

export const transferSite: SiteKind = (_, options) => {
  const title = textOption(options, 'title', 'File transfer');
  const parcels: { to: string; files: { name: string; bytes: number }[] }[] = [];
  const form = `<h1>Send files</h1>
<form method="post" action="/upload" enctype="multipart/form-data">
<label for="to">Send to (mail address)</label><input id="to" name="to" type="text">
<label for="files">Files</label><input id="files" name="files" type="file" multiple>
<label for="message">Message</label><textarea id="message" name="message" rows="3"></textarea>
<br><input type="submit" value="Transfer"></form>`;
  return {
    answer({ method, path, form: sent, bytes, host }) {
      if (method === 'POST' || method === 'PUT') {
        // A program may upload a raw body; the path then names the file.
        const raw = sent.files.length === 0 && bytes > 0 ? [{ name: path.split('/').pop() || 'file', bytes }] : [];
        const chosen = sent.files.map(({ name, content }) => ({ name, bytes: content.length }));
        const files = [...chosen, ...raw];
        if (files.length === 0) return page(title, `<p>No file was chosen.</p>${form}`, 400);
        parcels.push({ to: sent.fields.get('to') ?? '', files });
        const list = files.map((file) => `<li>${escapeHtml(file.name)} (${file.bytes} bytes)</li>`).join('');
        const link = `/d/${parcels.length}`;
        return page(
          title,
          `<h1>Transfer complete</h1><p>Your files can be had at <a href="${link}">https://${escapeHtml(host)}${link}</a>.</p><ul>${list}</ul>`,
        );
      }
      const place = /^\/d\/(\d+)$/.exec(path)?.[1];
      if (place === undefined) return path === '/' || path === '/upload' ? page(title, form) : notFound(title);
      const parcel = parcels[Number(place) - 1];
      if (parcel === undefined) return notFound(title);
      const list = parcel.files.map((file) => `<li>${escapeHtml(file.name)} (${file.bytes} bytes)</li>`).join('');
      return page(title, `<h1>Files for ${escapeHtml(parcel.to)}</h1><ul>${list}</ul>`);
    },
  };
};
