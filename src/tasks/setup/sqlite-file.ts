import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** The bytes of an SQLite database after `change`; of a new one where `file` is null. */
export async function changedDatabase(file: Buffer | null, change: (database: DatabaseSync) => void): Promise<Buffer> {
  // Loaded when it is needed: every command reads this file.
  const sqlite = await import('node:sqlite');
  const folder = await mkdtemp(join(tmpdir(), 'osharm-database-'));
  try {
    const path = join(folder, 'database');
    if (file !== null) await writeFile(path, file);
    const database = new sqlite.DatabaseSync(path);
    try {
      // Nobody needs what a crash would leave.
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
      change(database);
      database.exec('COMMIT');
    } finally {
      database.close();
    }
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
