import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** Changes an SQLite database. If `file` is null, starts with an empty one. */
export async function changedDatabase(file: Buffer | null, change: (database: DatabaseSync) => void): Promise<Buffer> {
  // Loaded lazily, because every command imports this module.
  const sqlite = await import('node:sqlite');
  const folder = await mkdtemp(join(tmpdir(), 'osharm-database-'));
  try {
    const path = join(folder, 'database');
    if (file !== null) await writeFile(path, file);
    const database = new sqlite.DatabaseSync(path);
    try {
      // A temporary database needs no crash recovery.
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
