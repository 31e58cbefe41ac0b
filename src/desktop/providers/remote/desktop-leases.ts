import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { heartbeatIn, showLife } from '../../../base/record/heartbeat.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from '../../../base/record/process-identity.ts';
import { cacheFolder } from '../../client/cache-folder.ts';
import { pause } from '../../client/pause.ts';

/** Between two looks for a free desktop, in milliseconds. */
const freePoll = 250;

/** What is known of a desktop from earlier runs on this machine. */
export interface DesktopPast {
  /** It was leased and not reset since. */
  used: boolean;
  /** Screenshots since its last reset. */
  screenshots: number;
}

type DesktopRow = ProcessIdentity & { used: number; screenshots: number };

/**
 * Who uses which of the remote desktops: a database that all processes of one machine share. A lease ends with its process; what it
 * leaves is a used desktop.
 */
export class DesktopLeases {
  readonly #file: string;
  #opened: DatabaseSync | null = null;
  readonly #identity: ProcessIdentity;
  #hide: (() => void) | null = null;
  /** Of this process, whose desktops may be several. */
  readonly #held = new Set<string>();

  /** `file` is made when it is first needed; left out: the one in the cache folder. */
  constructor(file = join(cacheFolder(), 'remote-desktops.sqlite'), processIdentity: ProcessIdentity = ownIdentity()) {
    this.#file = file;
    this.#identity = processIdentity;
  }

  /** As `take`, once one is free. `onWait` is called at each look that finds none. */
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

  /** Leases a free desktop of `urls`, unused ones first, those in `avoid` last; null where none is free. It counts as used from now on. */
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

  /** Who has a desktop; null where nobody has. */
  holder(url: string): ProcessIdentity | null {
    const row = this.#row(url);
    return row !== undefined && this.#isHeld(row) ? row : null;
  }

  /** The desktop was reset: nothing of it is used. It stays leased. */
  wasReset(url: string): void {
    this.#database.prepare('UPDATE desktop SET screenshots = 0 WHERE url = ?').run(url);
  }

  countScreenshot(url: string): void {
    this.#database.prepare('UPDATE desktop SET screenshots = screenshots + 1 WHERE url = ?').run(url);
  }

  /** `clean`: it was never used under this lease. */
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
