import { escapeHtml, page } from './page.ts';
import { listOption, type SiteKind, textOption } from './site.ts';

/** Searches `results` (`[{ "title", "url", "text" }]`) for entries that contain every word of the query. */
export const searchSite: SiteKind = (_, options) => {
  const title = textOption(options, 'title', 'Search');
  const results = listOption(options, 'results').map((item) => ({
    title: textOption(item, 'title', ''),
    url: textOption(item, 'url', ''),
    text: textOption(item, 'text', ''),
  }));
  return {
    answer({ query }) {
      const terms = query.get('q') ?? '';
      const words = terms.toLowerCase().split(/\s+/).filter(Boolean);
      const found = results.filter((result) => {
        const text = `${result.title} ${result.text}`.toLowerCase();
        return words.length > 0 && words.every((word) => text.includes(word));
      });
      const list = found.map(
        (item) =>
          `<li><a href="${escapeHtml(item.url)}">${escapeHtml(item.title)}</a><br>${escapeHtml(item.text)}</li>`,
      );
      const answer =
        terms === ''
          ? ''
          : list.length === 0
            ? `<p>Nothing was found for “${escapeHtml(terms)}”.</p>`
            : `<ul>${list.join('')}</ul>`;
      return page(
        terms === '' ? title : `${terms} - ${title}`,
        `<form method="get" action="/"><label for="q">Search the web</label><input id="q" name="q" type="search" value="${escapeHtml(terms)}"><input type="submit" value="Search"></form>${answer}`,
      );
    },
  };
};
