import { options } from 'preact';
import type { StaticSite } from '../../api.ts';

/** Set where these pages are a static site (`osharm view --bundle`): answers in place of the server. Null under a server. */
export const site: StaticSite | null = (globalThis as { osharmSite?: StaticSite }).osharmSite ?? null;

/** In a static site the page is one file, and what comes after `#` says where in it one is. Call once, before anything is drawn. */
export function linkWithinSite(): void {
  if (site === null) return;
  const before = options.vnode;
  options.vnode = (node) => {
    const { href } = node.props as { href?: unknown };
    if (node.type === 'a' && typeof href === 'string' && href.startsWith('/'))
      // What only a server has (files as they are) is no link here.
      Object.assign(node.props, { href: href.startsWith('/api/') ? undefined : `#${href}` });
    before?.(node);
  };
}
