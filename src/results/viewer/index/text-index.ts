import type { DatabaseSync } from 'node:sqlite';
import type { RunText } from './run-text.ts';
import type { TextField } from './text-fields.ts';

/** Matching ignores case and accents. The index contains word positions only, not the texts. */
export class TextIndex {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  static create(database: DatabaseSync): void {
    database.exec(
      "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(reply, action, effect, tree, judgment, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');" +
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
      'INSERT INTO words (rowid, reply, action, effect, tree, judgment) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#database.exec('BEGIN');
    for (const { path, stamp, text } of runs) {
      const known = find.get(path) as { id: number } | undefined;
      if (known !== undefined) for (const item of forget) item.run(known.id);
      if (text === null) continue;
      const { lastInsertRowid } = note.run(path, stamp);
      put.run(lastInsertRowid, text.reply, text.action, text.effect, text.tree, text.judgment);
    }
    this.#database.exec('COMMIT');
  }

  /** Paths of runs that contain this phrase. The last word may be a prefix. */
  find(field: TextField, words: string): Set<string> {
    const phrase = `"${words.replaceAll('"', ' ')}" *`;
    const rows = this.#database
      .prepare('SELECT path FROM words JOIN worded ON worded.id = words.rowid WHERE words MATCH ?')
      .all(field === 'text' ? phrase : `{${field}} : ${phrase}`) as unknown as { path: string }[];
    return new Set(rows.map(({ path }) => path));
  }

  get size(): number {
    return (this.#database.prepare('SELECT count(*) AS n FROM worded').get() as { n: number }).n;
  }
}
