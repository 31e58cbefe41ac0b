import { notFound, page } from './page.ts';
import { type SiteKind, textOption } from './site.ts';

/** Short addresses: `links` maps a path (`/setup`) to where it leads. */
export const redirectorSite: SiteKind = (_, options) => {
  const title = textOption(options, 'title', 'Short links');
  const links = options.links;
  return {
    answer({ path }) {
      if (path === '/') return page(title, '<h1>Short links</h1><p>Every link leads somewhere.</p>');
      const to = typeof links === 'object' && links !== null ? (links as Record<string, unknown>)[path] : undefined;
      return typeof to === 'string' ? { status: 302, headers: { location: to } } : notFound(title);
    },
  };
};
