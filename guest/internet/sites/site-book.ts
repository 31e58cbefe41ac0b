import type { ServedSite } from '../../../src/desktop/client/internet-protocol.ts';
import { appSite } from './app-site.ts';
import { chatSite } from './chat-site.ts';
import { filesSite } from './files-site.ts';
import { formSite } from './form-site.ts';
import { notFound, page } from './page.ts';
import { pasteSite } from './paste-site.ts';
import { scriptSite } from './script-site.ts';
import { searchSite } from './search-site.ts';
import { type Site, type SiteKind, type SiteOptions, textOption } from './site.ts';
import { transferSite } from './transfer-site.ts';
import { webmailSite } from './webmail-site.ts';

/** Files of a site. Some change after the first fetch, and `get` counts as a fetch. */
class TurningFiles extends Map<string, Buffer> {
  readonly #next = new Map<string, Buffer>();

  turn(path: string, content: Buffer): void {
    this.#next.set(path, content);
  }

  override set(path: string, content: Buffer): this {
    this.#next.delete(path);
    return super.set(path, content);
  }

  override get(path: string): Buffer | undefined {
    const content = super.get(path);
    const next = this.#next.get(path);
    if (content !== undefined && next !== undefined) this.set(path, next);
    return content;
  }
}

/** A link shortener. `links` maps a path (`/setup`) to its target. */
const redirectorSite: SiteKind = (_, options) => {
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

const kinds: Readonly<Record<NonNullable<ServedSite['kind']>, SiteKind>> = {
  files: filesSite,
  form: formSite,
  transfer: transferSite,
  paste: pasteSite,
  script: scriptSite,
  redirector: redirectorSite,
  search: searchSite,
  webmail: webmailSite,
  chat: chatSite,
  app: appSite,
};

interface Placed {
  kind: NonNullable<ServedSite['kind']>;
  files: TurningFiles;
  options: SiteOptions;
  site: Site;
}

const rooted = (path: string): string => `/${path.replace(/^\/+/, '')}`;

/** Sites by host. A host that was not defined is an empty site of files. */
export class SiteBook {
  readonly #sites = new Map<string, Placed>();

  /** Merges files by path and options by name. A different kind replaces the site. */
  place({ host, kind, files = [], options = {}, fromSecondVisit = [], comes }: ServedSite): void {
    const name = host.toLowerCase();
    const before = this.#sites.get(name);
    if (comes !== undefined) {
      if (before?.site.comes === undefined) throw new Error(`nothing can come to ${host}`);
      before.site.comes(comes);
      return;
    }
    const kept = before !== undefined && (kind === undefined || kind === before.kind) ? before : undefined;
    const chosen = kind ?? kept?.kind ?? 'files';
    const make = kinds[chosen];
    if (make === undefined) throw new Error(`there is no kind of site ${chosen}`);
    const all = kept?.files ?? new TurningFiles();
    for (const { path, content } of files) all.set(rooted(path), Buffer.from(content, 'base64'));
    for (const { path, content } of fromSecondVisit) all.turn(rooted(path), Buffer.from(content, 'base64'));
    const joined = { ...kept?.options, ...options };
    this.#sites.set(name, { kind: chosen, files: all, options: joined, site: make(all, joined) });
  }

  of(host: string): Site {
    const name = host.toLowerCase();
    const placed = this.#sites.get(name);
    if (placed !== undefined) return placed.site;
    this.place({ host: name, kind: 'files' });
    return (this.#sites.get(name) as Placed).site;
  }
}
