import { join } from 'node:path';
import { Leases } from '../../../base/record/lease/leases.ts';
import { ownIdentity, type ProcessIdentity } from '../../../base/record/lease/process-identity.ts';
import { cacheFolder } from '../../client/cache-folder.ts';
import { pause } from '../../client/pause.ts';

const freePoll = 250;

/** Earlier use of a desktop by runs on this machine. */
export interface DesktopPast {
  /** Leased since its last reset. */
  used: boolean;
  screenshots: number;
}

/** Leases on desktops, shared by all processes of this machine. After its process ends, a desktop counts as used. */
export class DesktopLeases {
  readonly #file: string;
  readonly #identity: ProcessIdentity;
  #opened: Leases | null = null;

  constructor(file = join(cacheFolder(), 'remote-desktops.sqlite'), identity: ProcessIdentity = ownIdentity()) {
    this.#file = file;
    this.#identity = identity;
  }

  /** Waits until `take` finds a free desktop. Calls `onWait` after each failed attempt. */
  async wait(
    urls: readonly string[],
    options: { signal?: AbortSignal | undefined; avoid?: ReadonlySet<string>; onWait?: () => void },
  ): Promise<{ url: string; past: DesktopPast }> {
    for (;;) {
      options.signal?.throwIfAborted();
      const leased = this.take(urls, options.avoid);
      if (leased !== null) return leased;
      options.onWait?.();
      await pause(freePoll, options.signal);
    }
  }

  /** Leases a desktop and marks it as used. Prefers unused ones, and uses `avoid` last. Null if all are leased. */
  take(urls: readonly string[], avoid: ReadonlySet<string> = new Set()): { url: string; past: DesktopPast } | null {
    return this.#leases.transaction(() => {
      const pasts = new Map(urls.map((url) => [url, this.#past(url)]));
      const rank = (url: string): number => (avoid.has(url) ? 2 : 0) + (pasts.get(url)?.used ? 1 : 0);
      for (const url of urls.toSorted((a, b) => rank(a) - rank(b))) {
        const past = pasts.get(url);
        if (past === undefined || this.#leases.take(url) !== null) continue;
        this.#keep(url, { ...past, used: true });
        return { url, past };
      }
      return null;
    });
  }

  holder(url: string): ProcessIdentity | null {
    return this.#leases.holder(url);
  }

  /** Resets the screenshot count and keeps the lease. */
  wasReset(url: string): void {
    this.#keep(url, { ...this.#past(url), screenshots: 0 });
  }

  countScreenshot(url: string): void {
    const past = this.#past(url);
    this.#keep(url, { ...past, screenshots: past.screenshots + 1 });
  }

  /** `clean`: the desktop was not used under this lease. */
  release(url: string, clean = false): void {
    if (!this.#leases.holds(url)) return;
    this.#keep(url, { ...this.#past(url), used: !clean });
    this.#leases.release(url);
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  get #leases(): Leases {
    if (this.#opened !== null) return this.#opened;
    const leases = new Leases(this.#file, this.#identity);
    leases.database.exec(
      'CREATE TABLE IF NOT EXISTS desktop (url TEXT PRIMARY KEY, used INTEGER NOT NULL, screenshots INTEGER NOT NULL)',
    );
    this.#opened = leases;
    return leases;
  }

  #past(url: string): DesktopPast {
    const row = this.#leases.database.prepare('SELECT used, screenshots FROM desktop WHERE url = ?').get(url);
    return { used: row?.used === 1, screenshots: Number(row?.screenshots ?? 0) };
  }

  #keep(url: string, { used, screenshots }: DesktopPast): void {
    this.#leases.database
      .prepare('INSERT OR REPLACE INTO desktop (url, used, screenshots) VALUES (?, ?, ?)')
      .run(url, used ? 1 : 0, screenshots);
  }
}
