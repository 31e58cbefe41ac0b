import { signal } from '@preact/signals';
import { site } from './site.ts';

export interface Place {
  path: string;
  query: URLSearchParams;
}

function here(): Place {
  const { pathname, searchParams } = targetOf(location.href);
  return { path: pathname, query: searchParams };
}

const home = document.documentElement.dataset.home ?? '/';

/** In a static site the viewer's URL follows `#`. */
function targetOf(address: string): URL {
  if (site === null) return new URL(address, location.href);
  const at = address.indexOf('#');
  return new URL(
    at === -1 ? (address.startsWith('/') ? address : home) : address.slice(at + 1) || home,
    'http://site.invalid',
  );
}

/** Contains the page's whole state (filters, step, tab), so that the URL can be shared. */
export const place = signal<Place>(here());

/** `replace` adds no history entry. */
export function go(address: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = targetOf(address);
  if (url.href === targetOf(location.href).href) return;
  const shown = site === null ? url.href : `#${url.pathname}${url.search}`;
  if (replace) history.replaceState(null, '', shown);
  else history.pushState(null, '', shown);
  const isOtherPage = url.pathname !== place.value.path;
  place.value = here();
  if (!isOtherPage) return;
  scrollTo(0, 0);
  // Moves screen readers to the new page.
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Null or '' removes a parameter. */
export function setQuery(changes: Record<string, string | null>, { replace = true }: { replace?: boolean } = {}): void {
  go(address(place.value.path, changes, place.value.query), { replace });
}

/** Null or '' removes a parameter. */
export function address(
  path: string,
  parameters: Record<string, string | null>,
  from: URLSearchParams = new URLSearchParams(),
): string {
  const query = new URLSearchParams(from);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Intercepts internal links, so that they don't reload the page. Call once. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    place.value = here();
  });
  addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    if (link === null || link.target !== '' || link.hasAttribute('download')) return;
    if (site !== null) {
      if (!link.getAttribute('href')?.startsWith('#/')) return;
      event.preventDefault();
      go(link.href);
      return;
    }
    if (link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash !== '' && link.search === location.search) return;
    event.preventDefault();
    go(link.href);
  });
}
