import type { DatabaseSync } from 'node:sqlite';
import type { RunText } from './run-text.ts';
import { searchedFields, shortestPrefix, type TextField } from './text-fields.ts';

const columns = searchedFields.join(', ');
/** Beyond this size of the database, no more texts are indexed. */
const mostBytes = 2e9;

/** Matching ignores case and accents. The index contains word positions only, not the texts. */
export class TextIndex {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  static create(database: DatabaseSync): void {
    database.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(${columns}, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');` +
        'CREATE TABLE IF NOT EXISTS worded (id INTEGER PRIMARY KEY, path TEXT UNIQUE NOT NULL, stamp TEXT NOT NULL) STRICT;',
    );
  }

  withoutRun(): string[] {
    const rows = this.#database
      .prepare('SELECT path FROM worded WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.path = worded.path)')
      .all() as unknown as { path: string }[];
    return rows.map(({ path }) => path);
  }

  /** A null text removes the run. */
  change(runs: readonly { path: string; stamp: string; text: RunText | null }[]): void {
    if (runs.length === 0) return;
    const find = this.#database.prepare('SELECT id FROM worded WHERE path = ?');
    const forget = [
      this.#database.prepare('DELETE FROM words WHERE rowid = ?'),
      this.#database.prepare('DELETE FROM worded WHERE id = ?'),
    ];
    const note = this.#database.prepare('INSERT INTO worded (path, stamp) VALUES (?, ?)');
    const put = this.#database.prepare(
      `INSERT INTO words (rowid, ${columns}) VALUES (?${', ?'.repeat(searchedFields.length)})`,
    );
    this.#database.exec('BEGIN');
    for (const { path, stamp, text } of runs) {
      const known = find.get(path) as { id: number } | undefined;
      if (known !== undefined) for (const item of forget) item.run(known.id);
      if (text === null) continue;
      const { lastInsertRowid } = note.run(path, stamp);
      put.run(lastInsertRowid, ...searchedFields.map((field) => text[field]));
    }
    this.#database.exec('COMMIT');
  }

  /** Paths of runs that contain this phrase. The last word may be a prefix of three or more characters. */
  find(field: TextField, words: string): Set<string> {
    const last = words.match(/[\p{L}\p{N}]+/gu)?.at(-1) ?? '';
    const phrase = `"${words.replaceAll('"', ' ')}"${last.length < shortestPrefix ? '' : ' *'}`;
    const rows = this.#database
      .prepare('SELECT path FROM words JOIN worded ON worded.id = words.rowid WHERE words MATCH ?')
      .all(field === 'text' ? phrase : `{${field}} : ${phrase}`) as unknown as { path: string }[];
    return new Set(rows.map(({ path }) => path));
  }

  get isFull(): boolean {
    const pragma = (name: string): number =>
      Number(Object.values(this.#database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size') > mostBytes;
  }
}
