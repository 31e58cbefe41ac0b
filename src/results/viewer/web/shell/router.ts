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

/** Where a static site opens. */
const home = document.documentElement.dataset.home ?? '/';

/** The viewer's address in an address of the browser: of a static site it stands after `#`. */
function targetOf(address: string): URL {
  if (site === null) return new URL(address, location.href);
  const at = address.indexOf('#');
  return new URL(
    at === -1 ? (address.startsWith('/') ? address : home) : address.slice(at + 1) || home,
    'http://site.invalid',
  );
}

/** Where the viewer is. All that a page shows by choice (filters, step, tab) stands here, so that an address can be sent on. */
export const place = signal<Place>(here());

/** Goes to an address of the viewer; `replace` for what the back button should not stop at. */
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
  // Readers that speak begin at the new page.
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Sets and (with null or '') removes parameters of this page's address. */
export function setQuery(changes: Record<string, string | null>, { replace = true }: { replace?: boolean } = {}): void {
  go(address(place.value.path, changes, place.value.query), { replace });
}

/** An address with parameters; null and '' leave one out. */
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

/** Follows links of the viewer without loading the page again. Call once. */
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
