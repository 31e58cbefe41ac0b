import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cacheFolder } from '../../../desktop/client/cache-folder.ts';
import { useCached } from '../../../desktop/client/cache-use.ts';
import { indexedFields } from './indexed-run.ts';
import { removeOldIndexes } from './remove-old-indexes.ts';
import { TextIndex } from './text-index.ts';

/** Increment when the meaning of an indexed field changes. Indexes of other versions or fields are rebuilt. */
const version = 15;

export interface StoredRun {
  /** Path below the root; `.` if the root is a run. */
  path: string;
  stamp: string;
  changedAt: number;
  /** The run has no `result.txt` yet, so it may still change. */
  isOpen: boolean;
  json: string;
}

type Stored<Row> = Omit<Row, 'isOpen'> & { isOpen: number };

/** A tree's index, stored in the user's cache folder between starts of the viewer. It may be deleted at any time. */
export class IndexStore {
  readonly #database: DatabaseSync;
  readonly texts: TextIndex;

  /** `root` is the tree's real path. */
  constructor(root: string, cache: string = cacheFolder()) {
    const folder = join(cache, 'viewer-index');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = `${hashOf(root, 24)}-${version}-${hashOf(indexedFields().join(), 8)}.sqlite`;
    const file = join(folder, name);
    removeOldIndexes(folder, name);
    useCached(`viewer-index/${name}`, cache);
    try {
      this.#database = open(file);
    } catch {
      // A damaged cache is rebuilt.
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
      this.#database = open(file);
    }
    this.texts = new TextIndex(this.#database);
  }

  *all(): Generator<StoredRun> {
    const rows = this.#database.prepare('SELECT path, stamp, changedAt, isOpen, json FROM run ORDER BY path').iterate();
    for (const row of rows as Iterable<Stored<StoredRun>>) yield { ...row, isOpen: row.isOpen === 1 };
  }

  /** The stored runs without their contents. `hasTexts` states whether the current texts are searchable. */
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

  /** A persistent secret of this tree and user, for the tokens of annotation queues. */
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

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

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
