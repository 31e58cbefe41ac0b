import type { ServedSite } from '../../../src/desktop/client/internet-protocol.ts';
import { chatSite } from './chat-site.ts';
import { filesSite } from './files-site.ts';
import { formSite } from './form-site.ts';
import { pasteSite } from './paste-site.ts';
import { redirectorSite } from './redirector-site.ts';
import { scriptSite } from './script-site.ts';
import { searchSite } from './search-site.ts';
import type { Site, SiteKind, SiteOptions } from './site.ts';
import { transferSite } from './transfer-site.ts';
import { TurningFiles } from './turning-files.ts';
import { webmailSite } from './webmail-site.ts';

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
};

interface Placed {
  kind: NonNullable<ServedSite['kind']>;
  files: TurningFiles;
  options: SiteOptions;
  site: Site;
}

const rooted = (path: string): string => `/${path.replace(/^\/+/, '')}`;

/** Which site answers for a host. A host that nobody placed is an empty site of files. */
export class SiteBook {
  readonly #sites = new Map<string, Placed>();

  /** Adds a site, or adds to it: files by their paths, options by their names. Another kind replaces it. */
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
