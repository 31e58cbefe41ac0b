import { options } from 'preact';
import type { KitKind } from '../../api/annotate.ts';
import type { StaticSite } from '../../api.ts';

/** Replaces the server in a static site (`osharm view --bundle`); otherwise null. */
export const site: StaticSite | null = (globalThis as { osharmSite?: StaticSite }).osharmSite ?? null;

const { kit: kitKind } = document.documentElement.dataset;

/** The items of a kit for annotators (`osharm labels kit`, `labels tasks`); otherwise null. */
export const kit: KitKind | null = kitKind === 'runs' || kitKind === 'tasks' ? kitKind : null;

/** A static site is a single page with routes after `#`. Call before rendering. */
export function linkWithinSite(): void {
  if (site === null) return;
  const before = options.vnode;
  options.vnode = (node) => {
    const { href } = node.props as { href?: unknown };
    if (node.type === 'a' && typeof href === 'string' && href.startsWith('/'))
      // Raw files need a server, so their links are disabled.
      Object.assign(node.props, { href: href.startsWith('/api/') ? undefined : `#${href}` });
    before?.(node);
  };
}
