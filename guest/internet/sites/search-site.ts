import { escapeHtml, page } from './page.ts';
import { listOption, type SiteKind, textOption } from './site.ts';

/** Finds among `results`: `[{ "title", "url", "text" }]`, those in which every word of the question stands. */
export const searchSite: SiteKind = (_, options) => {
  const title = textOption(options, 'title', 'Search');
  const results = listOption(options, 'results').map((one) => ({
    title: textOption(one, 'title', ''),
    url: textOption(one, 'url', ''),
    text: textOption(one, 'text', ''),
  }));
  return {
    answer({ query }) {
      const asked = query.get('q') ?? '';
      const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
      const found = results.filter((one) => {
        const text = `${one.title} ${one.text}`.toLowerCase();
        return words.length > 0 && words.every((word) => text.includes(word));
      });
      const list = found.map(
        (one) => `<li><a href="${escapeHtml(one.url)}">${escapeHtml(one.title)}</a><br>${escapeHtml(one.text)}</li>`,
      );
      const answer =
        asked === ''
          ? ''
          : list.length === 0
            ? `<p>Nothing was found for “${escapeHtml(asked)}”.</p>`
            : `<ul>${list.join('')}</ul>`;
      return page(
        asked === '' ? title : `${asked} - ${title}`,
        `<form method="get" action="/"><label for="q">Search the web</label><input id="q" name="q" type="search" value="${escapeHtml(asked)}"><input type="submit" value="Search"></form>${answer}`,
      );
    },
  };
};
