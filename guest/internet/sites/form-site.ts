import { menuPage, servedFile, withMain } from './files-site.ts';
import { escapeHtml, notFound, page } from './page.ts';
import { listOption, type SiteKind, textOption } from './site.ts';

/** Accepts any submission at any path. `fields`: `[{ "name", "label", "kind"?: "text" | "long" }]`. */
export const formSite: SiteKind = (files, options) => {
  const title = textOption(options, 'title', 'Forms');
  const fields = listOption(options, 'fields').map((item) => ({
    name: textOption(item, 'name', 'answer'),
    label: textOption(item, 'label', 'Your answer'),
    isLong: item.kind === 'long',
  }));
  const shown = fields.length > 0 ? fields : [{ name: 'answer', label: 'Your answer', isLong: true }];
  return {
    answer({ method, path, form }) {
      const file = method === 'POST' ? null : (servedFile(files, path) ?? menuPage(files, path));
      if (file !== null) return file;
      if (method === 'POST') {
        const answers = [...form.fields].map(
          ([name, value]) => `<li>${escapeHtml(labelOf(name))}: ${escapeHtml(value.slice(0, 400))}</li>`,
        );
        const thanks = `<h1>Thank you</h1><p>We have received this:</p><ul>${answers.join('')}</ul>`;
        return withMain(files, thanks) ?? page(title, thanks);
      }
      if (files.size > 0 && fields.length === 0) return notFound(title);
      const inputs = shown.map(({ name, label, isLong }) => {
        const id = escapeHtml(name);
        const input = isLong
          ? `<textarea id="${id}" name="${id}" rows="8"></textarea>`
          : `<input id="${id}" name="${id}" type="text">`;
        return `<label for="${id}">${escapeHtml(label)}</label>${input}`;
      });
      return page(
        title,
        `<h1>${escapeHtml(textOption(options, 'heading', 'Please fill in'))}</h1>
<form method="post" action="${escapeHtml(path)}">${inputs.join('\n')}<br><input type="submit" value="Send"></form>`,
      );
    },
  };
};

const labelOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
