import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { heartbeatIn, showLife } from '../../../base/record/heartbeat.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from '../../../base/record/process-identity.ts';
import { cacheFolder } from '../../client/cache-folder.ts';
import { pause } from '../../client/pause.ts';

const freePoll = 250;

/** What earlier runs on this machine did to a desktop. */
export interface DesktopPast {
  /** Leased since its last reset. */
  used: boolean;
  screenshots: number;
}

type DesktopRow = ProcessIdentity & { used: number; screenshots: number };

/** Leases in a database that all processes of a machine share. When a process ends, its desktops count as used. */
export class DesktopLeases {
  readonly #file: string;
  #opened: DatabaseSync | null = null;
  readonly #identity: ProcessIdentity;
  #hide: (() => void) | null = null;
  readonly #held = new Set<string>();

  constructor(file = join(cacheFolder(), 'remote-desktops.sqlite'), processIdentity: ProcessIdentity = ownIdentity()) {
    this.#file = file;
    this.#identity = processIdentity;
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

  /** Prefers unused desktops and avoids those in `avoid`; null if all are in use. The desktop now counts as used. */
  take(urls: readonly string[], avoid: ReadonlySet<string> = new Set()): { url: string; past: DesktopPast } | null {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const rank = (url: string): number => (avoid.has(url) ? 2 : 0) + (this.#row(url)?.used ?? 0);
      const inOrder = urls.toSorted((a, b) => rank(a) - rank(b));
      for (const url of inOrder) {
        const row = this.#row(url);
        if (this.#held.has(url) || this.#isHeld(row)) continue;
        const past = { used: row?.used === 1, screenshots: row?.screenshots ?? 0 };
        const { host, boot, pid, start } = this.#identity;
        this.#database
          .prepare('INSERT OR REPLACE INTO desktop VALUES (?, ?, ?, ?, ?, 1, ?)')
          .run(url, host, boot, pid, start, past.screenshots);
        this.#held.add(url);
        this.#database.exec('COMMIT');
        return { url, past };
      }
      this.#database.exec('COMMIT');
      return null;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  holder(url: string): ProcessIdentity | null {
    const row = this.#row(url);
    return row !== undefined && this.#isHeld(row) ? row : null;
  }

  /** Resets the screenshot count; the lease continues. */
  wasReset(url: string): void {
    this.#database.prepare('UPDATE desktop SET screenshots = 0 WHERE url = ?').run(url);
  }

  countScreenshot(url: string): void {
    this.#database.prepare('UPDATE desktop SET screenshots = screenshots + 1 WHERE url = ?').run(url);
  }

  /** `clean`: the desktop was not used under this lease. */
  release(url: string, clean = false): void {
    if (!this.#held.delete(url)) return;
    this.#database
      .prepare('UPDATE desktop SET host = NULL, boot = NULL, pid = NULL, start = NULL, used = ? WHERE url = ?')
      .run(clean ? 0 : 1, url);
  }

  close(): void {
    for (const url of [...this.#held]) this.release(url);
    this.#opened?.close();
    this.#opened = null;
    this.#hide?.();
    this.#hide = null;
  }

  get #database(): DatabaseSync {
    if (this.#opened !== null) return this.#opened;
    mkdirSync(dirname(this.#file), { recursive: true });
    this.#hide = showLife(dirname(this.#file), this.#identity);
    const database = new DatabaseSync(this.#file, { timeout: 10_000 });
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS desktop (url TEXT PRIMARY KEY, ' +
        'host TEXT, boot TEXT, pid INTEGER, start TEXT, used INTEGER NOT NULL, screenshots INTEGER NOT NULL) STRICT',
    );
    this.#opened = database;
    return database;
  }

  #isHeld(row: DesktopRow | undefined): boolean {
    return row?.pid != null && isAlive(row, heartbeatIn(dirname(this.#file), row));
  }

  #row(url: string): DesktopRow | undefined {
    return this.#database
      .prepare('SELECT host, boot, pid, start, used, screenshots FROM desktop WHERE url = ?')
      .get(url) as DesktopRow | undefined;
  }
}
