import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cacheFolder } from '../../../desktop/client/cache-folder.ts';
import { useCached } from '../../../desktop/client/cache-use.ts';
import { TextIndex } from './text-index.ts';

/** Raised whenever the index holds something else than before: older files are made again. */
const version = 13;

export interface StoredRun {
  /** Below the root; `.` where the root is a run. */
  path: string;
  stamp: string;
  /** Unix milliseconds. */
  changedAt: number;
  /** Without a `result.txt`: it may still change. */
  isOpen: boolean;
  json: string;
}

/** SQLite has no truth values. */
type Stored<Row> = Omit<Row, 'isOpen'> & { isOpen: number };

/** What was read of a tree, kept between starts of the viewer in the user's cache folder. A cache: it may be deleted at any time. */
export class IndexStore {
  readonly #database: DatabaseSync;
  readonly texts: TextIndex;

  /** `root`: the tree's real path. */
  constructor(root: string, cache: string = cacheFolder()) {
    const folder = join(cache, 'viewer-index');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = `${createHash('sha256').update(root).digest('hex').slice(0, 24)}-${version}.sqlite`;
    const file = join(folder, name);
    useCached(`viewer-index/${name}`, cache);
    try {
      this.#database = open(file);
    } catch {
      // A damaged cache is made again.
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
      this.#database = open(file);
    }
    this.texts = new TextIndex(this.#database);
  }

  /** Every run that was read before, by its path. */
  *all(): Generator<StoredRun> {
    const rows = this.#database.prepare('SELECT path, stamp, changedAt, isOpen, json FROM run ORDER BY path').iterate();
    for (const row of rows as Iterable<Stored<StoredRun>>) yield { ...row, isOpen: row.isOpen === 1 };
  }

  /**
   * The same without what was read, for who has to know only what has changed since. `hasTexts`: the texts can be
   * searched as they were then.
   */
  *stamps(): Generator<Omit<StoredRun, 'json'> & { hasTexts: boolean }> {
    const rows = this.#database
      .prepare(
        'SELECT run.path, run.stamp, changedAt, isOpen, worded.stamp IS run.stamp AS hasTexts FROM run LEFT JOIN worded ON worded.path = run.path',
      )
      .iterate();
    for (const row of rows as Iterable<Stored<Omit<StoredRun, 'json'>> & { hasTexts: number }>)
      yield { ...row, isOpen: row.isOpen === 1, hasTexts: row.hasTexts === 1 };
  }

  change(put: readonly StoredRun[], removed: readonly string[]): void {
    if (put.length === 0 && removed.length === 0) return;
    this.#database.exec('BEGIN');
    const insert = this.#database.prepare(
      'INSERT OR REPLACE INTO run (path, stamp, changedAt, isOpen, json) VALUES (?, ?, ?, ?, ?)',
    );
    for (const { path, stamp, changedAt, isOpen, json } of put)
      insert.run(path, stamp, changedAt, Number(isOpen), json);
    const remove = this.#database.prepare('DELETE FROM run WHERE path = ?');
    for (const path of removed) remove.run(path);
    this.#database.exec('COMMIT');
  }

  /** A secret of this tree and user, the same at each start: tokens of annotators' queues are made with it. */
  secret(): string {
    const kept = this.#database.prepare("SELECT value FROM setting WHERE name = 'secret'").get() as
      | { value: string }
      | undefined;
    if (kept !== undefined) return kept.value;
    const made = randomBytes(32).toString('hex');
    this.#database.prepare("INSERT OR IGNORE INTO setting (name, value) VALUES ('secret', ?)").run(made);
    return made;
  }

  close(): void {
    this.#database.close();
  }
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000;' +
      'CREATE TABLE IF NOT EXISTS run (path TEXT PRIMARY KEY, stamp TEXT NOT NULL, changedAt REAL NOT NULL, isOpen INTEGER NOT NULL, json TEXT NOT NULL) STRICT;' +
      'CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;',
  );
  TextIndex.create(database);
  return database;
}
